# Writes longley.json: R's longley data in the columns of NIST's Longley problem.
# Rscript longley.R > longley.json
num <- function(v) paste0("[", paste(sprintf("%.17g", v), collapse = ", "), "]")
# NIST has the deflator ×1, GNP, Unemployed and Armed Forces ×10³ of R's
# tenths of millions, and Employed and Population in thousands.
x <- with(longley, cbind(GNP.deflator, GNP * 1000, Unemployed * 10, Armed.Forces * 10, Population * 1000, Year))
x <- round(x, 1)
cat('{"x": [\n', paste(apply(x, 1, num), collapse = ",\n"), '],\n"y": ', num(round(longley$Employed * 1000)), "}\n", sep = "")
