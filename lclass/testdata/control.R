# Writes control-r.json: glmnet with penalty.factor, lower.limits and upper.limits.
# Rscript control.R > control-r.json
suppressPackageStartupMessages(library(glmnet))
num <- function(v) paste0("[", paste(sprintf("%.17g", v), collapse = ", "), "]")
rows <- function(m) paste0("[", paste(apply(m, 1, num), collapse = ", "), "]")
limits <- function(v) if (is.null(v)) "null" else paste0("[", paste(ifelse(is.finite(v), sprintf("%.17g", v), "null"), collapse = ", "), "]")

# For numbers the L2 part of glmnet is that of y with a deviation of 1.
unit <- function(y) y / sqrt(mean((y - mean(y))^2))

sets <- list()
sets$iris <- list(x = as.matrix(iris[, 1:4]), y = as.numeric(iris$Species) - 1)
sets$"iris two" <- list(x = as.matrix(iris[51:150, 1:4]), y = as.numeric(iris$Species[51:150] == "virginica"))
sets$"iris width" <- list(x = as.matrix(iris[, 1:3]), y = unit(iris$Petal.Width))
sets$"cars mpg" <- list(x = as.matrix(mtcars[, 2:11]), y = unit(mtcars$mpg))
sets$"cars manual" <- list(x = as.matrix(mtcars[, c(1:8, 10:11)]), y = mtcars$am)
# More features than samples.
i <- matrix(1:40, 40, 60); j <- matrix(1:60, 40, 60, byrow = TRUE)
wide <- round(sin(i * j) + cos(i * i + 3 * j), 3)
score <- wide[, 1] - wide[, 2] + wide[, 3] / 2 + sin(5 * (1:40))
sets$"wide" <- list(x = wide, y = as.numeric(score > 0))
sets$"wide number" <- list(x = wide, y = unit(score))
sets$"wide three" <- list(x = wide, y = as.numeric(score > -0.7) + (score > 0.7))

out <- c()
used <- c()
record <- function(set, family, alpha, lambda, factor = NULL, lower = NULL, upper = NULL, standardize = FALSE) {
  x <- sets[[set]]$x
  y <- sets[[set]]$y
  # The smallest threshold that rounding lets glmnet meet.
  for (thresh in 10^-(20:12)) {
    m <- suppressWarnings(glmnet(x, if (family == "gaussian") y else factor(y), family, alpha = alpha, lambda = lambda, standardize = standardize,
      penalty.factor = if (is.null(factor)) rep(1, ncol(x)) else factor,
      lower.limits = if (is.null(lower)) -Inf else lower, upper.limits = if (is.null(upper)) Inf else upper, thresh = thresh, maxit = 1e6))
    if (length(m$lambda) == length(lambda)) break
  }
  stopifnot(length(m$lambda) == length(lambda))
  used <<- c(used, thresh)
  last <- length(lambda)
  at <- unique(c(1, (1 + last) %/% 2, last))
  fits <- sapply(at, function(l) {
    w <- if (family == "multinomial") t(sapply(m$beta, function(b) b[, l])) else matrix(m$beta[, l], 1)
    b <- if (family == "multinomial") m$a0[, l] else m$a0[l]
    sprintf('{"lambda": %.17g, "W": %s, "b": %s}', lambda[l], rows(w), num(b))
  })
  out <<- c(out, sprintf('  {"set": "%s", "family": "%s", "alpha": %g, "standardize": %s, "factors": %s, "lower": %s, "upper": %s, "fits": [%s]}',
    set, family, alpha, tolower(standardize), limits(factor), limits(lower), limits(upper), paste(fits, collapse = ", ")))
}

for (alpha in c(1, 0.5, 0)) {
  path <- if (alpha == 0) 10^seq(0.5, -2, length.out = 11) else 10^seq(-0.5, -2.5, length.out = 11)
  for (standardize in c(FALSE, TRUE)) {
    record("iris two", "binomial", alpha, path, c(1, 0, 2, 0.5), standardize = standardize)
    record("iris width", "gaussian", alpha, path, c(0, 1, 3), standardize = standardize)
    record("iris", "multinomial", alpha, path, c(2, 1, 0.5, 1), standardize = standardize)
    record("iris two", "binomial", alpha, path, NULL, c(-1, -0.5, 0, -Inf), c(Inf, 0.5, 1, 2), standardize = standardize)
    record("iris width", "gaussian", alpha, path, NULL, c(0, -0.1, 0), c(Inf, 0.2, 0.3), standardize = standardize)
    record("iris", "multinomial", alpha, path, NULL, rep(-0.4, 4), c(0.5, 0.3, 1, Inf), standardize = standardize)
    record("cars mpg", "gaussian", alpha, path, c(0, 1, 1, 2, 1, 1, 0.5, 1, 1, 3), c(-Inf, 0, rep(-Inf, 8)), c(Inf, Inf, rep(0, 4), rep(Inf, 4)), standardize = standardize)
    record("cars manual", "binomial", alpha, path, c(1, 0, 1, 1, 1, 1, 2, 1, 1, 1), rep(0, 10), standardize = standardize)
  }
  half <- rep(c(0.5, 1.5), 30)
  record("wide", "binomial", alpha, path, half, rep(0, 60))
  record("wide number", "gaussian", alpha, path, half, rep(-0.1, 60), rep(0.2, 60))
  record("wide three", "multinomial", alpha, path, half, rep(-0.1, 60))
}
for (alpha in c(1, 0.5)) {
  free <- c(0, 0, rep(1, 58))
  record("wide", "binomial", alpha, 10^seq(-0.5, -2, length.out = 11), free)
  record("wide number", "gaussian", alpha, 10^seq(-0.5, -2, length.out = 11), free)
  record("wide number", "gaussian", alpha, 10^seq(-0.5, -2, length.out = 11), free, c(0, rep(-Inf, 59)), c(Inf, 0, rep(Inf, 58)))
}
described <- sapply(names(sets), function(s) sprintf('"%s": {"x": %s, "y": %s}', s, rows(sets[[s]]$x), num(sets[[s]]$y)))
cat('{"R": "', R.version.string, '", "glmnet": "', as.character(packageVersion("glmnet")), '", "sets": {\n', paste(described, collapse = ",\n"), "\n}, \"cases\": [\n", paste(out, collapse = ",\n"), "\n]}\n", sep = "")
message("thresholds: ", paste(unique(used), collapse = " "))
