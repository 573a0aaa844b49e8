# Writes gaussian-mass.json: posteriors of MASS::lda and MASS::qda, by moments
# (unbiased) and by maximum likelihood, of iris, and of iris in which flower i,
# counted from 0, comes i mod 4 times.
#
#     Rscript gaussian.R > gaussian-mass.json

library(MASS)
num <- function(m) paste0("[", paste(apply(m, 1, function(r)
  paste0("[", paste(sprintf("%.17g", r), collapse = ", "), "]")), collapse = ",\n   "), "]")
rows <- c()
for (name in c("iris", "weighted")) {
  again <- rep(1:150, if (name == "iris") 1 else (0:149) %% 4)
  for (method in c("moment", "mle"))
    for (model in c("lda", "qda")) {
      fit <- get(model)(as.matrix(iris[again, 1:4]), iris$Species[again], method = method)
      rows <- c(rows, sprintf('  {"model": "%s %s", "data": "%s", "posterior":\n   %s}', model, method, name,
        num(predict(fit, as.matrix(iris[seq(1, 150, 7), 1:4]))$posterior)))
    }
}
cat('{"made_by": "', R.version.string, ", MASS ", as.character(packageVersion("MASS")), '",\n "cases": [\n', sep = "")
cat(rows, sep = ",\n")
cat("]}\n")
