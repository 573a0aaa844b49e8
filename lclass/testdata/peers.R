# Writes peers-r.json: glm and lm of R on data sets that R has itself.
# Rscript peers.R > peers-r.json
num <- function(v) paste0("[", paste(sprintf("%.17g", v), collapse = ", "), "]")
entry <- function(name, coef, value) sprintf('  {"name": "%s", "coef": %s, "value": %.17g}', name, num(coef), value)
tight <- glm.control(epsilon = 1e-15, maxit = 100)
rows <- c()

# Coefficients: features in order, then the intercept. Value: log-likelihood.
two <- iris[iris$Species != "setosa", ]
m <- glm((Species == "virginica") ~ Sepal.Length + Sepal.Width + Petal.Length + Petal.Width, binomial, two, control = tight)
rows <- c(rows, entry("iris logistic", c(coef(m)[-1], coef(m)[1]), as.numeric(logLik(m))))

# Levels in alphabetical order, as FromFrame has them; Freq is the weight.
t <- as.data.frame(Titanic)
for (v in c("Class", "Sex", "Age")) t[[v]] <- factor(as.character(t[[v]]), levels = sort(unique(as.character(t[[v]]))))
m <- glm((Survived == "Yes") ~ Class + Sex + Age, binomial, t, weights = Freq, control = tight)
rows <- c(rows, entry("titanic logistic", c(coef(m)[-1], coef(m)[1]), as.numeric(-deviance(m) / 2)))

# Value: residual sum of squares.
m <- lm(Petal.Width ~ Sepal.Length + Sepal.Width + Petal.Length, iris)
rows <- c(rows, entry("iris lm", c(coef(m)[-1], coef(m)[1]), deviance(m)))
cat("[\n", paste(rows, collapse = ",\n"), "\n]\n", sep = "")
