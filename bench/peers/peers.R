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

# The features, sparse if there is the start of each row, and the target.
path_data <- function(t, d, family, x, start, column, value) {
  d <- as.integer(d)
  n <- file.size(t) / 8
  if (missing(x)) {
    # R reads no integers of 64 bits: these are below 2^32, and the other half is 0.
    first <- readBin(start, "integer", 2 * (n + 1))[c(TRUE, FALSE)]
    entries <- first[n + 1]
    rows <- Matrix::sparseMatrix(p = first, j = readBin(column, "integer", entries), x = readBin(value, "double", entries),
      index1 = FALSE, dims = c(n, d))
  } else {
    rows <- matrix(readBin(x, "double", n * d), nrow = n, ncol = d, byrow = TRUE)
  }
  target <- readBin(t, "double", n)
  list(x = rows, t = if (family == "gaussian") target else factor(target))
}

numbers_of <- function(list) as.numeric(strsplit(list, ",", fixed = TRUE)[[1]])
json_of <- function(v) paste0("[", paste(sprintf("%.17g", v), collapse = ","), "]")

# The fits for all lambdas of one path, with features as they are.
glmnet_path <- function(t, d, family, alpha, lambdas, thresh, ...) {
  data <- path_data(t, d, family, ...)
  lambdas <- numbers_of(lambdas)
  glmnet <- glmnet::glmnet
  invisible(gc())
  start <- Sys.time()
  fit <- glmnet(data$x, data$t, family, alpha = as.numeric(alpha), lambda = lambdas, standardize = FALSE,
    thresh = as.numeric(thresh), maxit = 1e6)
  seconds <- as.numeric(Sys.time() - start, units = "secs")
  if (length(fit$lambda) != length(lambdas)) stop("glmnet ended before the last lambda")
  beta <- lapply(if (is.list(fit$beta)) fit$beta else list(fit$beta), as.matrix)
  bias <- rbind(fit$a0)
  solutions <- vapply(seq_along(lambdas), function(l) sprintf('{"w":[%s],"b":%s}',
    paste(vapply(beta, function(b) json_of(b[, l]), ""), collapse = ","), json_of(bias[, l])), "")
  sprintf('{"seconds":%.6f,"path":[%s]}', seconds, paste(solutions, collapse = ","))
}

# The mean deviance of each lambda over folds, of which sample i is in the one with
# number i mod folds.
glmnet_cv <- function(t, d, family, alpha, lambdas, thresh, folds, ...) {
  data <- path_data(t, d, family, ...)
  id <- (seq_len(nrow(data$x)) - 1) %% as.integer(folds) + 1
  cv.glmnet <- glmnet::cv.glmnet
  invisible(gc())
  start <- Sys.time()
  fit <- cv.glmnet(data$x, data$t, family = family, alpha = as.numeric(alpha), lambda = numbers_of(lambdas), foldid = id,
    standardize = FALSE, thresh = as.numeric(thresh), maxit = 1e6)
  sprintf('{"seconds":%.6f,"deviance":%s}', as.numeric(Sys.time() - start, units = "secs"), json_of(fit$cvm))
}

versions <- function() {
  version <- sprintf("R %s.%s", R.version$major, R.version$minor)
  if (requireNamespace("glmnet", quietly = TRUE)) version <- paste0(version, ", glmnet ", packageVersion("glmnet"))
  sprintf('{"versions":"%s","blas":"%s"}', version, extSoftVersion()[["BLAS"]])
}

has_glmnet <- function() {
  if (requireNamespace("glmnet", quietly = TRUE)) '{}' else '{"missing":"R has no glmnet"}'
}

works <- list(glm_fit = glm_fit, glmnet_path = glmnet_path, glmnet_cv = glmnet_cv, versions = versions, has_glmnet = has_glmnet)

requests <- file("stdin", "r")
while (length(line <- readLines(requests, 1)) > 0) {
  words <- strsplit(line, " ", fixed = TRUE)[[1]]
  pairs <- strsplit(words[-1], "=", fixed = TRUE)
  arguments <- setNames(lapply(pairs, `[`, 2), vapply(pairs, `[`, "", 1))
  cat(tryCatch(do.call(works[[words[1]]], arguments),
    error = function(e) sprintf('{"error":"%s"}', gsub('["\n]', " ", conditionMessage(e)))), "\n", sep = "")
}
