# Writes firth.json: Firth's logistic regression by brglm2, method "AS_mean".
# With it comes l* = log-likelihood + log|I|/2, computed here and not by brglm2,
# and what nlm, which knows nothing of scores and hat matrices, finds beyond it.
#
#     Rscript firth.R > firth.json
#
# Coefficients and their standard errors: features in order, then the intercept.
# The data sets that are not in R itself are written with the results:
#
# - endometrial, 79 cases of endometrial cancer, E. Asseryanis in Heinze and
#   Schemper (2002), A solution to the problem of separation in logistic
#   regression, from brglm2; NV separates quasi-completely;
# - lizards, McCullagh and Nelder (1989), counts by perch and time of day,
#   from brglm2;
# - the others are drawn here, separated, nearly so, and ill-conditioned.

suppressMessages(library(brglm2))
RNGversion("4.0.0")

num <- function(v) paste0("[", paste(sprintf("%.17g", v), collapse = ", "), "]")
matrixOf <- function(x) paste0("[", paste(apply(x, 1, num), collapse = ",\n     "), "]")
rows <- c()
compare <- function(name, x, t, s = rep(1, length(t)), write = TRUE, epsilon = 1e-13) {
  x <- as.matrix(x)
  keep <- s > 0
  phi <- cbind(unname(x), 1)
  fit <- glm(t[keep] ~ phi[keep, ] - 1, weights = s[keep], family = binomial(), method = "brglmFit",
    control = brglmControl(type = "AS_mean", epsilon = epsilon, maxit = 1000))
  stopifnot(fit$converged)
  penalised <- function(b) {
    z <- drop(phi %*% b)
    l <- sum(s * plogis(ifelse(t == 1, z, -z), log.p = TRUE))
    info <- crossprod(phi * sqrt(s) * sqrt(plogis(z) * plogis(-z)))
    l + as.numeric(determinant(info)$modulus) / 2
  }
  value <- penalised(fit$coefficients)
  # From the solution in units of its standard errors.
  root <- backsolve(qr.R(qr(phi * sqrt(s * plogis(drop(phi %*% fit$coefficients)) * plogis(-drop(phi %*% fit$coefficients))))), diag(ncol(phi)))
  beyond <- nlm(function(u) value - penalised(fit$coefficients + drop(root %*% u)), rep(0, ncol(phi)), gradtol = 1e-10, steptol = 1e-10)
  stopifnot(beyond$minimum > -1e-9)
  entry <- sprintf('  {"name": "%s", "coef": %s, "se": %s,\n   "value": %.17g, "beyond": %.3g, "away": %.3g', name, num(fit$coefficients), num(sqrt(diag(vcov(fit)))), value, -beyond$minimum, max(abs(beyond$estimate)))
  if (write) entry <- paste0(entry, sprintf(',\n   "t": %s,\n   "s": %s,\n   "x": %s', num(t), num(s), matrixOf(x)))
  rows <<- c(rows, paste0(entry, "}"))
}

data(endometrial)
compare("endometrial", endometrial[c("NV", "PI", "EH")], endometrial$HG)

data(lizards)
x <- model.matrix(~ height + diameter + light + time, lizards)[, -1]
compare("lizards", rbind(x, x), rep(1:0, each = nrow(x)), c(lizards$grahami, lizards$opalinus))

compare("setosa", iris[1:4], as.numeric(iris$Species == "setosa"), write = FALSE)
two <- iris[iris$Species != "setosa", ]
compare("virginica", two[1:4], as.numeric(two$Species == "virginica"), write = FALSE)

# Levels in alphabetical order, as FromFrame has them; Freq is the count.
p <- as.data.frame(Titanic)
for (v in c("Class", "Sex", "Age")) p[[v]] <- factor(as.character(p[[v]]), levels = sort(unique(as.character(p[[v]]))))
compare("titanic", model.matrix(~ Class + Sex + Age, p)[, -1], as.numeric(p$Survived == "Yes"), p$Freq, write = FALSE)

set.seed(1)
x <- matrix(rnorm(60), 20)
compare("complete", x, as.numeric(x[, 1] + x[, 2] > 0))
x <- cbind(round(rnorm(30), 3), rep(c(1, 0, 0), 10))
compare("quasi-complete", x, ifelse(x[, 2] == 1, 1, rep(0:1, 15)))
x <- matrix(rnorm(120), 60)
compare("rare", x, c(1, 1, rep(0, 58)))
x <- matrix(rnorm(75), 25)
x[, 3] <- 10 + x[, 1] - x[, 2] + 1e-2 * x[, 3]
compare("ill-conditioned", x, rep(c(0, 1, 1, 0, 1), 5), epsilon = 1e-10)
x <- matrix(round(rnorm(40), 2), 20)
compare("counts", x, rep(0:1, 10), rep(c(0, 1, 2, 3, 7), 4))

cat(sprintf('{"made_by": "%s, brglm2 %s",\n "cases": [\n', R.version.string, packageVersion("brglm2")),
  paste(rows, collapse = ",\n"), "\n]}\n", sep = "")
