# Fits with R's glm.fit and glmnet and says how long it took. Each line of the standard
# input is a request, a word and name=value pairs; each line of the output an
# answer in JSON. Data are loaded before the clock starts and stay for the next
# request.

loaded <- new.env()

# The design matrix with a column of ones, and the classes.
table_of <- function(x, t, d) {
  if (is.null(loaded[[x]])) {
    n <- file.size(t)
    rows <- matrix(readBin(x, "double", n * d), nrow = n, ncol = d, byrow = TRUE)
    loaded[[x]] <- list(x = cbind(1, rows), t = readBin(t, "integer", n, size = 1))
  }
  loaded[[x]]
}

# Without summary.glm, which makes the same standard errors from the same QR.
glm_fit <- function(x, t, d) {
  data <- table_of(x, t, as.integer(d))
  seconds <- system.time({
    fit <- glm.fit(data$x, data$t, family = binomial())
    errors <- sqrt(diag(chol2inv(fit$qr$qr[seq_len(fit$rank), , drop = FALSE])))
  }, gcFirst = TRUE)[["elapsed"]]
  numbers <- function(v) paste(sprintf("%.17g", v), collapse = ",")
  sprintf('{"seconds":%.6f,"w":[[%s]],"b":[%s],"errors":[%s],"iterations":%d}',
    seconds, numbers(fit$coefficients[-1]), numbers(fit$coefficients[1]), numbers(errors), fit$iter)
}

# The fits for all lambdas of one path, with features as they are.
glmnet_path <- function(x, t, d, family, alpha, lambdas, thresh) {
  d <- as.integer(d)
  n <- file.size(t) / 8
  rows <- matrix(readBin(x, "double", n * d), nrow = n, ncol = d, byrow = TRUE)
  target <- readBin(t, "double", n)
  if (family != "gaussian") target <- factor(target)
  lambdas <- as.numeric(strsplit(lambdas, ",", fixed = TRUE)[[1]])
  glmnet <- glmnet::glmnet
  invisible(gc())
  start <- Sys.time()
  fit <- glmnet(rows, target, family, alpha = as.numeric(alpha), lambda = lambdas, standardize = FALSE,
    thresh = as.numeric(thresh), maxit = 1e6)
  seconds <- as.numeric(Sys.time() - start, units = "secs")
  if (length(fit$lambda) != length(lambdas)) stop("glmnet ended before the last lambda")
  beta <- lapply(if (is.list(fit$beta)) fit$beta else list(fit$beta), as.matrix)
  bias <- rbind(fit$a0)
  numbers <- function(v) paste0("[", paste(sprintf("%.17g", v), collapse = ","), "]")
  solutions <- vapply(seq_along(lambdas), function(l) sprintf('{"w":[%s],"b":%s}',
    paste(vapply(beta, function(b) numbers(b[, l]), ""), collapse = ","), numbers(bias[, l])), "")
  sprintf('{"seconds":%.6f,"path":[%s]}', seconds, paste(solutions, collapse = ","))
}

versions <- function() {
  version <- sprintf("R %s.%s", R.version$major, R.version$minor)
  if (requireNamespace("glmnet", quietly = TRUE)) version <- paste0(version, ", glmnet ", packageVersion("glmnet"))
  sprintf('{"versions":"%s","blas":"%s"}', version, extSoftVersion()[["BLAS"]])
}

has_glmnet <- function() {
  if (requireNamespace("glmnet", quietly = TRUE)) '{}' else '{"missing":"R has no glmnet"}'
}

works <- list(glm_fit = glm_fit, glmnet_path = glmnet_path, versions = versions, has_glmnet = has_glmnet)

requests <- file("stdin", "r")
while (length(line <- readLines(requests, 1)) > 0) {
  words <- strsplit(line, " ", fixed = TRUE)[[1]]
  pairs <- strsplit(words[-1], "=", fixed = TRUE)
  arguments <- setNames(lapply(pairs, `[`, 2), vapply(pairs, `[`, "", 1))
  cat(tryCatch(do.call(works[[words[1]]], arguments),
    error = function(e) sprintf('{"error":"%s"}', gsub('["\n]', " ", conditionMessage(e)))), "\n", sep = "")
}
