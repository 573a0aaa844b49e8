# Writes intercept-r.json: fits without an intercept and with an offset, by glm and lm,
# and with penalties by glmnet.
#
#     Rscript intercept.R > intercept-r.json
#
# Coefficients and what is said of them are in the order of the features, the intercept
# last if there is one.
suppressMessages(library(glmnet))
RNGversion("4.0.0")
num <- function(v) paste0("[", paste(sprintf("%.17g", v), collapse = ", "), "]")
rows <- function(m) paste0("[", paste(apply(m, 1, num), collapse = ", "), "]")
one <- function(v) sprintf("%.17g", v)
out <- c()
entry <- function(.name, ...) {
  v <- Filter(Negate(is.null), list(...))
  out <<- c(out, paste0('  {"name": "', .name, '", ', paste0('"', names(v), '": ', v, collapse = ", "), "}"))
}
tight <- glm.control(epsilon = 1e-15, maxit = 100)
last <- function(v, intercept) if (intercept) c(v[-1], v[1]) else v
table.of <- function(m, intercept) {
  s <- coef(summary(m))
  list(coef = num(last(s[, 1], intercept)), se = num(last(s[, 2], intercept)),
    stat = num(last(s[, 3], intercept)), p = num(last(s[, 4], intercept)))
}
data.of <- function(x, y, s, o, intercept) list(
  x = rows(x), y = num(y), weight = if (!is.null(s)) num(s), offset = if (!is.null(o)) num(o),
  nointercept = if (!intercept) "true")
formula.of <- function(intercept) if (intercept) y ~ x else y ~ x - 1

binary <- function(name, x, y, s = NULL, o = NULL, intercept = TRUE) {
  formula <- formula.of(intercept)
  environment(formula) <- environment()
  m <- glm(formula, binomial, weights = s, offset = o, control = tight)
  # The standard errors are from the weights before the last step.
  m <- glm(formula, binomial, weights = s, offset = o, control = tight, start = coef(m))
  full <- x
  x <- full[, -1, drop = FALSE]
  small <- glm(formula, binomial, weights = s, offset = o, control = tight)
  a <- anova(small, m, test = "LRT")
  do.call(entry, c(list(name, learner = '"logistic"'), data.of(full, y, s, o, intercept), table.of(m, intercept), list(
    deviance = one(deviance(m)), nulldeviance = one(m$null.deviance), aic = if (is.null(s)) one(AIC(m)),
    loglik = one(logLik(m)), residual = if (is.null(s)) one(df.residual(m)),
    test = num(c(a$Deviance[2], a$Df[2], a$`Pr(>Chi)`[2])))))
}
regress <- function(name, x, y, s = NULL, o = NULL, intercept = TRUE) {
  formula <- formula.of(intercept)
  environment(formula) <- environment()
  m <- lm(formula, weights = s, offset = o)
  g <- glm(formula, gaussian, weights = s, offset = o, control = tight)
  full <- x
  x <- full[, -1, drop = FALSE]
  small <- lm(formula, weights = s, offset = o)
  a <- anova(small, m)
  r <- summary(m)
  do.call(entry, c(list(name, learner = '"linear"'), data.of(full, y, s, o, intercept), table.of(m, intercept), list(
    deviance = one(deviance(m)), nulldeviance = one(g$null.deviance), aic = one(AIC(m)), bic = one(BIC(m)),
    loglik = one(logLik(m)), residual = one(df.residual(m)),
    r2 = one(r$r.squared), adjusted = one(r$adj.r.squared), sigma = one(r$sigma),
    f = num(c(r$fstatistic, pf(r$fstatistic[1], r$fstatistic[2], r$fstatistic[3], lower.tail = FALSE))),
    test = num(c(a$F[2], a$Df[2], a$`Pr(>F)`[2])))))
}
penalised <- function(name, learner, x, y, lambda, ratio, s = NULL, o = NULL, intercept = TRUE) {
  family <- c(logistic = "binomial", linear = "gaussian", softmax = "multinomial")[[learner]]
  w <- if (is.null(s)) rep(1, nrow(x)) else s
  m <- glmnet(x, if (learner == "linear") y else factor(y), family, weights = w, offset = o, lambda = lambda,
    alpha = ratio, standardize = FALSE, intercept = intercept, thresh = 1e-24, maxit = 1e8)
  b <- if (learner == "softmax") sapply(coef(m), as.vector) else matrix(as.vector(coef(m)))
  b <- rbind(b[-1, , drop = FALSE], if (intercept) b[1, ])
  do.call(entry, c(list(name, learner = paste0('"', learner, '"')), data.of(x, y, s, o, intercept),
    list(lambda = one(lambda), ratio = one(ratio), coef = num(as.vector(b)))))
}

two <- iris[iris$Species != "setosa", ]
x <- unname(as.matrix(two[, 1:4]))
y <- as.numeric(two$Species == "virginica")
wave <- sin(seq_along(y))
often <- 1 + seq_along(y) %% 3
binary("iris - 1", x, y, intercept = FALSE)
binary("iris, offset", x, y, o = wave)
binary("iris - 1, offset", x, y, o = wave, intercept = FALSE)
binary("iris, weights, offset", x, y, often, wave)
binary("iris - 1, weights, offset", x, y, often, 2 * wave, intercept = FALSE)

t <- as.data.frame(Titanic)
t <- t[t$Freq > 0, ]
people <- unname(cbind(t$Class == "1st", t$Class == "2nd", t$Sex == "Female", t$Age == "Child") * 1)
binary("titanic - 1", people, as.numeric(t$Survived == "Yes"), t$Freq, intercept = FALSE)
binary("titanic, offset", people, as.numeric(t$Survived == "Yes"), t$Freq, o = ifelse(t$Class == "Crew", -0.5, 0.25))

cars <- unname(as.matrix(mtcars[, c("wt", "hp", "qsec")]))
far <- cbind(cars, unname(mtcars$disp) + 1000)
known <- -3 * cars[, 1]
precision <- 1 + seq_len(nrow(cars)) / 10
regress("mtcars - 1", cars, mtcars$mpg, intercept = FALSE)
regress("mtcars, offset", cars, mtcars$mpg, o = known)
regress("mtcars - 1, offset", cars, mtcars$mpg, o = known, intercept = FALSE)
regress("mtcars, weights, offset", cars, mtcars$mpg, precision, known)
regress("mtcars - 1, weights", cars, mtcars$mpg, precision, intercept = FALSE)
regress("mtcars - 1, weights, offset, far", far, mtcars$mpg, precision, known, intercept = FALSE)

set.seed(7)
class <- rep(0:2, 50)
three <- matrix(rnorm(150 * 3), 150)
for (k in 0:2) three[class == k, k + 1] <- three[class == k, k + 1] + 1
penalised("iris - 1, ridge", "logistic", x, y, 0.05, 0, intercept = FALSE)
penalised("iris, ridge, offset", "logistic", x, y, 0.05, 0, o = wave)
penalised("iris - 1, lasso, offset", "logistic", x, y, 0.02, 1, o = wave, intercept = FALSE)
penalised("iris, elastic net, weights, offset", "logistic", x, y, 0.02, 0.5, often, wave)
# glmnet measures a penalty of squares in units of the deviation of a number y.
penalised("mtcars - 1, lasso, weights, offset", "linear", cars, mtcars$mpg, 0.5, 1, precision, known, intercept = FALSE)
penalised("mtcars, lasso, offset", "linear", cars, mtcars$mpg, 0.5, 1, o = known)
penalised("three classes - 1, ridge", "softmax", three, class, 0.05, 0, intercept = FALSE)
cat("[\n", paste(out, collapse = ",\n"), "\n]\n", sep = "")
