# Writes stderr.json: samples of the closed forms with R's estimates and
# standard errors, and two distributions without one by survival::survreg, which
# has exact second derivatives.
# Rscript stderr.R > stderr.json
library(MASS)
library(survival)
num <- function(v) paste0("[", paste(sprintf("%.17g", v), collapse = ", "), "]")
entry <- function(name, x, theta, se, loglik)
  sprintf('  {"distribution": "%s", "x": %s, "theta": %s, "se": %s, "loglik": %.17g}', name, num(x), num(theta), num(se), loglik)
tight <- glm.control(epsilon = 1e-15, maxit = 100)
rows <- c()
add <- function(...) rows <<- c(rows, entry(...))
set.seed(3)

fitted <- function(name, x, density) {
  f <- fitdistr(x, density)
  add(name, x, f$estimate, f$sd, as.numeric(logLik(f)))
}
fitted("normal", round(rnorm(30, 2, 3), 3), "normal")
fitted("exponential", round(rexp(30, 0.2), 3), "exponential")
fitted("poisson", rpois(30, 1.5), "Poisson")

# glm with the identity as link estimates p itself.
x <- rbinom(30, 1, 0.3)
m <- glm(x ~ 1, binomial(link = "identity"), start = 0.4, control = tight)
add("bernoulli", x, coef(m), sqrt(vcov(m)[1, 1]), as.numeric(logLik(m)))
x <- rbinom(30, 12, 0.3)
m <- glm(cbind(x, 12 - x) ~ 1, binomial(link = "identity"), start = 0.4, control = tight)
add("binomial", x, coef(m), sqrt(vcov(m)[1, 1]), as.numeric(logLik(m)))

# A class against the rest for each standard error; l is that of the classes.
x <- sample(0:3, 30, TRUE, c(0.4, 0.3, 0.2, 0.1))
p <- se <- c()
for (k in 0:3) {
  m <- glm(as.numeric(x == k) ~ 1, binomial(link = "identity"), start = 0.4, control = tight)
  p <- c(p, coef(m))
  se <- c(se, sqrt(vcov(m)[1, 1]))
}
add("categorical", x, p, se, dmultinom(tabulate(x + 1, 4), prob = p, log = TRUE) - lfactorial(30) + sum(lfactorial(tabulate(x + 1, 4))))

# survreg has log(scale); the delta method makes it the scale.
tight <- survreg.control(rel.tolerance = 1e-15, maxiter = 100)
x <- round(rlogis(40, 5, 2), 3)
m <- survreg(Surv(x) ~ 1, dist = "logistic", control = tight)
add("logistic", x, c(coef(m), m$scale), sqrt(diag(vcov(m))) * c(1, m$scale), m$loglik[1])
x <- round(rweibull(40, 1.7, 20), 3)
m <- survreg(Surv(x) ~ 1, dist = "weibull", control = tight)
add("weibull", x, c(1 / m$scale, exp(coef(m))), sqrt(diag(vcov(m)))[2:1] * c(1 / m$scale, exp(coef(m))), m$loglik[1])
cat("[\n", paste(rows, collapse = ",\n"), "\n]\n", sep = "")

# Wilson's interval, as in interval_test.go:
#   prop.test(c(0, 3, 10), 10, correct = FALSE), one at a time
