# Writes clusters-r.json: covariances of package sandwich, HC2 and HC3 by vcovHC and those
# of clusters by vcovCL, and of lm the tests with M − 1 degrees of freedom.
# Rscript clusters.R > clusters-r.json
library(sandwich)
num <- function(v) paste0("[", paste(sprintf("%.17g", v), collapse = ", "), "]")
rows <- function(m) paste0("[", paste(apply(m, 1, num), collapse = ", "), "]")
tight <- glm.control(epsilon = 1e-15, maxit = 100)
out <- c()
record <- function(name, m, cluster) {
  m <- if (inherits(m, "glm")) update(m, start = coef(m)) else m
  order <- c(2:length(coef(m)), 1) # the intercept comes last
  pick <- function(v) rows(v[order, order])
  hc <- function(type) pick(vcovHC(m, type = type))
  cl <- function(type) vcovCL(m, cluster = cluster, type = type, cadjust = TRUE)
  df <- length(unique(cluster)) - 1
  t <- coef(m) / sqrt(diag(cl("HC1")))
  p <- if (inherits(m, "glm")) 2 * pnorm(-abs(t)) else 2 * pt(-abs(t), df)
  out <<- c(out, sprintf('  {"name": "%s", "cluster": %s, "hc2": %s, "hc3": %s, "cl0": %s, "cl1": %s, "p": %s}',
    name, num(as.numeric(factor(cluster))), hc("HC2"), hc("HC3"), pick(cl("HC0")), pick(cl("HC1")), num(p[order])))
}
record("iris lm", lm(Petal.Width ~ Sepal.Length + Sepal.Width + Petal.Length, iris), (seq_len(150) * 7) %% 23)
two <- iris[51:150, ]
record("iris logistic", glm(Species == "virginica" ~ Sepal.Length + Sepal.Width + Petal.Length + Petal.Width, binomial(), two, control = tight), (seq_len(100) * 7) %% 23)
t <- read.csv("../../datasets/embedded/titanic-table.csv")
people <- t[rep(seq_len(nrow(t)), t$Freq), ]
people$y <- as.numeric(people$Survived == "Yes")
record("titanic", glm(y ~ Class + Sex + Age, binomial(), transform(people, Age = factor(Age, levels = c("Adult", "Child"))), control = tight), paste(people$Class, people$Age, people$Sex))
cat("[\n", paste(out, collapse = ",\n"), "\n]\n", sep = "")
