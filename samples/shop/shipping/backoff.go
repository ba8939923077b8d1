package main

import (
	"math/rand"
	"time"
)

const (
	firstDelay = 30 * time.Second
	longest    = 30 * time.Minute
)

// retryDelay doubles with each failed attempt up to half an hour. A random fifth is added, so that parcels that failed together don't
// come back together.
func retryDelay(attempts int) time.Duration {
	delay := firstDelay
	for i := 1; i < attempts && delay < longest; i++ {
		delay *= 2
	}
	if delay > longest {
		delay = longest
	}
	return delay + time.Duration(rand.Int63n(int64(delay)/5))
}
