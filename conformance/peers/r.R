# Solves what R can solve, by glm, lm, nnet's multinom, glmnet, and MASS' lda and
# qda: Rscript r.R DIR.
# glm is told by a first run which features depend on others, which it does not
# see with a tight epsilon. multinom ends early; a few steps of Newton from
# there end its work.
suppressPackageStartupMessages(library(glmnet))
directory <- commandArgs(TRUE)[1]
cat("# ", R.version.string, ", nnet ", as.character(packageVersion("nnet")), ", glmnet ", as.character(packageVersion("glmnet")), "\n", sep = "")

answer <- function(key, method, ...) {
  quantities <- list(...)
  for (name in names(Filter(Negate(is.null), quantities))) {
    values <- paste(sprintf("%.17g", quantities[[name]]), collapse = " ")
    cat(key, method, gsub(".", " ", name, fixed = TRUE), paste0(values, "\n"), sep = "\t")
  }
}

# The coefficients but for the bias, which R has first, and the bias.
slopes <- function(m) coef(m)[-1]
bias <- function(m) coef(m)[1]
# Standard errors, z or t, and p, in our order, features left out included.
table.of <- function(m, known) {
  all <- matrix(NaN, length(known), 3)
  all[known, ] <- coef(summary(m))[, 2:4]
  all[c(2:length(known), 1), ]
}

binary <- function(x, t, s) {
  first <- suppressWarnings(glm(t ~ x, binomial, weights = s))
  known <- !is.na(coef(first))
  some <- x[, known[-1], drop = FALSE]
  m <- suppressWarnings(glm(t ~ some, binomial, weights = s, control = glm.control(epsilon = 1e-15, maxit = 100)))
  full <- function(v) {
    all <- rep(NA, length(known))
    all[known] <- v
    c(all[-1], all[1])
  }
  list(theta = full(coef(m)), table = table.of(m, known), deviance = deviance(m),
    null = m$null.deviance, aic = AIC(m))
}

multinomial <- function(x, class, s) {
  k <- max(class) + 1
  t <- outer(class, seq_len(k) - 1, "==") * 1
  m <- nnet::multinom(t ~ x, weights = s, reltol = 1e-15, abstol = 0, maxit = 10000, trace = FALSE, Hess = TRUE)
  x <- cbind(1, x)
  theta <- if (k == 2) matrix(coef(m), 1) else coef(m)
  for (step in 1:10) {
    y <- exp(cbind(0, x %*% t(theta)))
    y <- y / rowSums(y)
    gradient <- t(y[, -1, drop = FALSE] - t[, -1, drop = FALSE]) %*% (s * x)
    H <- hessian(x, y[, -1, drop = FALSE], s)
    theta <- theta - matrix(solve(H, as.vector(t(gradient)), tol = 0), nrow(theta), byrow = TRUE)
  }
  log.y <- cbind(0, x %*% t(theta))
  log.y <- log.y - log(rowSums(exp(log.y)))
  se <- matrix(sqrt(diag(solve(H, tol = 0))), nrow(theta), byrow = TRUE)
  list(theta = theta, se = se, deviance = -2 * sum(s * t * log.y))
}

hessian <- function(x, y, s) {
  d <- ncol(x)
  H <- matrix(0, d * ncol(y), d * ncol(y))
  for (a in seq_len(ncol(y))) for (b in seq_len(ncol(y))) {
    r <- s * y[, a] * ((a == b) - y[, b])
    H[(a - 1) * d + seq_len(d), (b - 1) * d + seq_len(d)] <- t(x) %*% (r * x)
  }
  H
}

# Features about their means leave all but b as it is.
net <- function(x, t, s, p) {
  if (p$ratio == 0 && ncol(x) * (max(t) + 1) > 500) return(NULL) # it takes minutes
  middle <- colMeans(x)
  x <- sweep(x, 2, middle)
  m <- suppressWarnings(glmnet(x, factor(t), if (p$learner == "softmax") "multinomial" else "binomial", weights = s,
    alpha = p$ratio, lambda = p$lambda * 4^(6:0), standardize = FALSE, thresh = 1e-20, maxit = 1e6))
  if (length(m$lambda) < 7) return(NULL) # it did not converge
  beta <- if (p$learner == "softmax") m$beta else list(m$beta)
  w <- t(sapply(beta, function(b) b[, 7]))
  b <- if (p$learner == "softmax") m$a0[, 7] else m$a0[7]
  list(w = w, b = as.vector(b - w %*% middle))
}

# Posterior probabilities of some samples, from standardised features.
posterior <- function(x, t, s, learner) {
  if (any(s != round(s))) return(NULL)
  f <- if (grepl("LDA", learner)) MASS::lda else MASS::qda
  x <- scale(x)
  again <- rep(seq_along(s), s)
  some <- seq(1, nrow(x), max(1, nrow(x) %/% 30))
  tryCatch({
    m <- f(x[again, ], t[again], method = if (grepl("unbiased", learner)) "moment" else "mle", tol = 1e-12)
    predict(m, x[some, ])$posterior
  }, error = function(e) NULL) # of features constant within a class
}

problems <- read.delim(file.path(directory, "problems.tsv"), header = FALSE,
  col.names = c("key", "data", "learner", "lambda", "ratio", "balanced"))
for (i in seq_len(nrow(problems))) {
  p <- problems[i, ]
  generative <- p$learner %in% c("LDA", "unbiased LDA", "QDA", "unbiased QDA")
  if (!(generative || p$learner %in% c("logistic", "softmax") || p$lambda == 0 && p$learner %in% c("linear", "least squares"))) next
  table <- as.matrix(read.csv(file.path(directory, paste0(p$data, ".csv"))))
  d <- ncol(table) - 2
  table <- table[table[, d + 1] > 0, ]
  x <- table[, seq_len(d), drop = FALSE]
  s <- table[, d + 1]
  t <- table[, d + 2]
  if (p$balanced == "true") s <- s * (length(t) / (length(unique(t)) * as.vector(base::table(t))))[t + 1]
  if (generative) {
    y <- posterior(x, t, s, p$learner)
    if (!is.null(y)) answer(p$key, "MASS", probabilities = t(y))
  } else if (p$lambda > 0) {
    m <- net(x, t, s, p)
    if (!is.null(m)) answer(p$key, "glmnet", W = t(m$w), b = m$b)
  } else if (p$learner == "logistic") {
    m <- binary(x, t, s)
    answer(p$key, "glm", W = m$theta[seq_len(d)], b = m$theta[d + 1], deviance = m$deviance, null.deviance = m$null,
      AIC = if (all(s == round(s))) m$aic, standard.errors = m$table[, 1], statistics = m$table[, 2], p = m$table[, 3])
  } else if (p$learner == "linear") {
    m <- lm(t ~ x, weights = s)
    e <- table.of(m, !is.na(coef(m)))
    answer(p$key, "lm", W = slopes(m), b = bias(m), deviance = deviance(m), AIC = AIC(m),
      standard.errors = e[, 1], statistics = e[, 2], p = e[, 3])
  } else if (p$learner == "least squares") {
    m <- lm(outer(t, 0:max(t), "==") * 1 ~ x, weights = s)
    answer(p$key, "lm", W = coef(m)[-1, ], b = coef(m)[1, ])
  } else if (qr(x)$rank == ncol(x)) {
    m <- multinomial(x, t, s)
    w <- rbind(0, m$theta[, -1, drop = FALSE])
    answer(p$key, "multinom", W = t(w), b = c(0, m$theta[, 1]), deviance = m$deviance,
      standard.errors = c(t(m$se[, -1]), m$se[, 1]))
  }
}
