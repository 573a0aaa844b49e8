# Writes robust-r.json: the sandwich A⁻¹BA⁻¹ of glm and lm by its formula, which
# is what package sandwich calls vcovHC(type = "HC0") and "HC1".
# Rscript robust.R > robust-r.json
num <- function(v) paste0("[", paste(sprintf("%.17g", v), collapse = ", "), "]")
rows <- function(m) paste0("[", paste(apply(m, 1, num), collapse = ", "), "]")
tight <- glm.control(epsilon = 1e-15, maxit = 100)

# The score of each row is its weight times residual times regressors. Weights
# are those of the rows, as in package sandwich: no numbers of rows.
robust <- function(name, m, weight = NULL) {
  x <- model.matrix(m); n <- nrow(x)
  s <- if (is.null(m$prior.weights)) (if (is.null(m$weights)) rep(1, n) else m$weights) else m$prior.weights
  classes <- inherits(m, "glm")
  mu <- fitted(m)
  bread <- solve(crossprod(x, x * (s * (if (classes) mu * (1 - mu) else 1))))
  score <- x * (s * (model.response(model.frame(m)) - mu))
  order <- c(2:ncol(x), 1) # the intercept comes last
  v <- (bread %*% crossprod(score) %*% bread)[order, order]
  used <- sum(s > 0); p <- ncol(x)
  w <- 1:(p - 1); b <- coef(m)[order]
  test <- function(v) {
    chi <- drop(b[w] %*% solve(v[w, w], b[w]))
    if (classes) c(chi, p - 1, pchisq(chi, p - 1, lower.tail = FALSE))
    else c(chi / (p - 1), p - 1, used - p, pf(chi / (p - 1), p - 1, used - p, lower.tail = FALSE))
  }
  hc1 <- v * used / (used - p)
  stat <- b / sqrt(diag(hc1))
  prob <- if (classes) 2 * pnorm(-abs(stat)) else 2 * pt(-abs(stat), used - p)
  width <- sqrt(diag(hc1)) * (if (classes) qnorm(0.975) else qt(0.975, used - p))
  sprintf('  {"name": "%s", "n": %d, "weight": %s, "coef": %s, "hc0": %s, "hc1": %s, "stat": %s, "p": %s, "interval": %s, "test0": %s, "test1": %s}',
    name, as.integer(used), if (is.null(weight)) "null" else num(weight), num(b), rows(v), rows(hc1), num(stat), num(prob), rows(cbind(b - width, b + width)), num(test(v)), num(test(hc1)))
}
again <- function(m) update(m, start = coef(m))
out <- c()

# The Titanic with a row for each of the 2201 people, and with both classes
# weighing the same.
t <- as.data.frame(Titanic)
for (v in c("Class", "Sex", "Age")) t[[v]] <- factor(as.character(t[[v]]), levels = sort(unique(as.character(t[[v]]))))
people <- t[rep(seq_len(nrow(t)), t$Freq), ]
people$y <- as.numeric(people$Survived == "Yes")
people$balanced <- nrow(people) / 2 / ifelse(people$y == 1, sum(people$y == 1), sum(people$y == 0))
family <- quasibinomial() # as binomial, but weights need not be whole
out <- c(out, robust("titanic", again(glm(y ~ Class + Sex + Age, family, people, control = tight))))
out <- c(out, robust("titanic balanced", again(glm(y ~ Class + Sex + Age, family, people, weights = balanced, control = tight))))
# The rows of the table as samples with a precision each.
t$y <- as.numeric(t$Survived == "Yes")
out <- c(out, robust("titanic analytic", again(glm(y ~ Class + Sex + Age, family, t[t$Freq > 0, ], weights = Freq, control = tight))))

f <- Petal.Width ~ Sepal.Length + Sepal.Width + Petal.Length
out <- c(out, robust("iris lm", lm(f, iris)))
freq <- 1 + (seq_len(150) %% 3)
out <- c(out, robust("iris lm frequency", lm(f, iris[rep(1:150, freq), ]), freq))
iris$precision <- 0.25 * (seq_len(150) %% 5) + 0.5
iris$precision[7] <- 0
out <- c(out, robust("iris lm analytic", lm(f, iris, weights = precision), iris$precision))
cat("[\n", paste(out, collapse = ",\n"), "\n]\n", sep = "")
