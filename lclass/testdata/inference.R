# Writes inference-r.json: standard errors, tests and intervals of glm and lm.
# Rscript inference.R > inference-r.json
suppressMessages({library(MASS); library(nnet); library(boot)})
num <- function(v) paste0("[", paste(sprintf("%.17g", v), collapse = ", "), "]")
rows <- function(m) paste0("[", paste(apply(m, 1, num), collapse = ", "), "]")
texts <- function(v) paste0("[", paste0('"', v, '"', collapse = ", "), "]")
entry <- function(.name, ...) {
  v <- list(...)
  paste0('  {"name": "', .name, '", ', paste0('"', names(v), '": ', v, collapse = ", "), "}")
}
tight <- glm.control(epsilon = 1e-15, maxit = 100)
last <- function(v) c(v[-1], v[1]) # the intercept comes last
coefs <- function(m) {
  s <- coef(summary(m))
  list(coef = num(last(s[, 1])), se = num(last(s[, 2])), stat = num(last(s[, 3])), p = num(last(s[, 4])))
}

# Ends of the profile likelihood: the deviance with an offset for one
# coefficient, at its least over the others, is qchisq above the least of all.
profile_ends <- function(m, level) {
  x <- model.matrix(m); y <- m$y; v <- vcov(m)
  se <- sqrt(diag(v))
  t(sapply(c(2:ncol(x), 1), function(j) {
    rise <- function(c) suppressWarnings(
      glm.fit(x[, -j, drop = FALSE], y, offset = c * x[, j], family = binomial(), control = tight,
              start = coef(m)[-j] + (c - coef(m)[j]) * v[-j, j] / v[j, j])$deviance) -
      deviance(m) - qchisq(level, 1)
    sapply(c(-1, 1), function(s) uniroot(rise, sort(coef(m)[j] + s * se[j] * c(0.5, 6)), tol = 1e-13, maxiter = 1000)$root)
  }))
}
# glm has its standard errors from the weights before the last step: it is run
# once more from where it ended.
again <- function(m) update(m, start = coef(m))
classify <- function(name, m, small, more = list()) {
  m <- again(again(m))
  a <- anova(small, m, test = "LRT")
  do.call(entry, c(list(name), coefs(m), list(
    covariance = rows(vcov(m)[c(2:length(coef(m)), 1), c(2:length(coef(m)), 1)]),
    interval = rows(confint.default(m)[c(2:length(coef(m)), 1), ]),
    profile = rows(profile_ends(m, 0.95)), profile90 = rows(profile_ends(m, 0.9)),
    mass = rows(suppressMessages(confint(m))[c(2:length(coef(m)), 1), ]),
    n = nobs(m), residual = df.residual(m),
    loglik = sprintf("%.17g", logLik(m)), null = sprintf("%.17g", -m$null.deviance / 2),
    deviance = sprintf("%.17g", deviance(m)), null_deviance = sprintf("%.17g", m$null.deviance),
    aic = sprintf("%.17g", AIC(m)), bic = sprintf("%.17g", BIC(m)),
    test = num(c(a$Deviance[2], a$Df[2], a$`Pr(>Chi)`[2]))), more))
}
regress <- function(name, m, small, more = list()) {
  s <- summary(m); a <- anova(small, m)
  one <- update(m, . ~ 1)
  do.call(entry, c(list(name), coefs(m), list(
    covariance = rows(vcov(m)[c(2:length(coef(m)), 1), c(2:length(coef(m)), 1)]),
    interval = rows(confint(m)[c(2:length(coef(m)), 1), ]),
    n = nobs(m), residual = df.residual(m),
    loglik = sprintf("%.17g", logLik(m)), null = sprintf("%.17g", logLik(one)),
    deviance = sprintf("%.17g", deviance(m)), null_deviance = sprintf("%.17g", deviance(one)),
    aic = sprintf("%.17g", AIC(m)), bic = sprintf("%.17g", BIC(m)),
    r2 = sprintf("%.17g", s$r.squared), adjusted = sprintf("%.17g", s$adj.r.squared), sigma = sprintf("%.17g", s$sigma),
    f = num(c(s$fstatistic, pf(s$fstatistic[1], s$fstatistic[2], s$fstatistic[3], lower.tail = FALSE))),
    test = num(c(a$F[2], a$Df[2], a$Res.Df[2], a$`Pr(>F)`[2]))), more))
}
out <- c()

# The Titanic table with a row for each of the 2201 people.
t <- as.data.frame(Titanic)
for (v in c("Class", "Sex", "Age")) t[[v]] <- factor(as.character(t[[v]]), levels = sort(unique(as.character(t[[v]]))))
people <- t[rep(seq_len(nrow(t)), t$Freq), ]
people$y <- people$Survived == "Yes"
m <- glm(y ~ Class + Sex + Age, binomial, people, control = tight)
out <- c(out, classify("titanic", m, glm(y ~ Sex + Age, binomial, people, control = tight)))

two <- iris[iris$Species != "setosa", ]
two$y <- two$Species == "virginica"
m <- glm(y ~ Sepal.Length + Sepal.Width + Petal.Length + Petal.Width, binomial, two, control = tight)
out <- c(out, classify("iris logistic", m, glm(y ~ Petal.Length + Petal.Width, binomial, two, control = tight)))

# Regression: without weights, with frequencies as rows, and with precisions.
m <- lm(Petal.Width ~ Sepal.Length + Sepal.Width + Petal.Length, iris)
out <- c(out, regress("iris lm", m, update(m, . ~ Petal.Length)))
freq <- 1 + (seq_len(150) %% 3)
often <- iris[rep(1:150, freq), ]
m <- lm(Petal.Width ~ Sepal.Length + Sepal.Width + Petal.Length, often)
out <- c(out, regress("iris lm frequency", m, update(m, . ~ Petal.Length), list(weight = num(freq))))
iris$precision <- 0.25 * (seq_len(150) %% 5) + 0.5
iris$precision[7] <- 0
m <- lm(Petal.Width ~ Sepal.Length + Sepal.Width + Petal.Length, iris, weights = precision)
out <- c(out, regress("iris lm analytic", m, update(m, . ~ Petal.Length), list(weight = num(iris$precision))))

# MASS's housing (Venables and Ripley 2002, section 7.3), which inference.py
# reads from here. nnet stops before the last digits.
m <- multinom(Sat ~ Infl + Type + Cont, housing, weights = Freq, trace = FALSE, reltol = 1e-14, maxit = 10000, Hess = TRUE)
x <- model.matrix(m)[, -1]
out <- c(out, entry("housing multinom", coef = num(t(coef(m)[, c(2:7, 1)])), se = num(t(summary(m)$standard.errors[, c(2:7, 1)])),
  loglik = sprintf("%.17g", logLik(m)), aic = sprintf("%.17g", AIC(m)),
  x = rows(x), features = texts(colnames(x)), class = num(as.integer(housing$Sat) - 1), classes = texts(levels(housing$Sat)), weight = num(housing$Freq)))

# Intervals of package boot from the same replicates, and the same influence
# of each sample.
set.seed(1)
sample <- exp(rnorm(30))
b <- boot(sample, function(v, i) mean(v[i]), R = 399)
left <- sapply(seq_along(sample), function(i) mean(sample[-i]))
ci <- function(level, type) boot.ci(b, conf = level, type = type, L = mean(left) - left)[[4]][4:5]
out <- c(out, entry("boot", value = sprintf("%.17g", b$t0), replicates = num(b$t), left = num(left),
  perc95 = num(ci(0.95, "perc")), perc80 = num(ci(0.8, "perc")), bca95 = num(ci(0.95, "bca")), bca80 = num(ci(0.8, "bca"))))

# Tails and quantiles.
z <- c(0, 0.5, 1.96, 5, 13.5, 30); df <- c(1, 2.5, 10, 146, 1e6)
g <- expand.grid(x = z, df = df); l <- expand.grid(level = c(0.5, 0.9, 0.95, 0.999, 0.999999), df = df)
f <- expand.grid(x = c(0.1, 1, 7, 300), d1 = c(1, 3, 12), d2 = c(1, 8, 146, 2000))
tail <- function(...) num(as.vector(rbind(...)))
out <- c(out, entry("tails",
  normal = tail(z, 2 * pnorm(z, lower.tail = FALSE)),
  student = tail(g$x, g$df, 2 * pt(g$x, g$df, lower.tail = FALSE)),
  fisher = tail(f$x, f$d1, f$d2, pf(f$x, f$d1, f$d2, lower.tail = FALSE)),
  chi_square = tail(z * z, 3, pchisq(z * z, 3, lower.tail = FALSE)),
  normal_quantile = tail(l$level, qnorm((1 - l$level) / 2, lower.tail = FALSE)),
  student_quantile = tail(l$level, l$df, qt((1 - l$level) / 2, l$df, lower.tail = FALSE))))
cat("[\n", paste(out, collapse = ",\n"), "\n]\n", sep = "")
