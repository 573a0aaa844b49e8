//go:build !page

// Package page is empty outside a page; see page.go.
package page
