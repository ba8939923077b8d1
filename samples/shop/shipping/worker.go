package main

import (
	"context"
	"errors"
	"log/slog"
	"time"
)

// Queue is where parcels wait.
type Queue interface {
	Next(ctx context.Context) ([]byte, error)
	PutBack(ctx context.Context, parcel Parcel, after time.Duration) error
	Bury(ctx context.Context, parcel Parcel, reason string) error
}

// Worker takes parcels from the queue and gives them to the carrier.
type Worker struct {
	Queue       Queue
	Carrier     Carrier
	MaxAttempts int
}

// Run works until the context ends.
func (w *Worker) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		message, err := w.Queue.Next(ctx)
		if err != nil {
			return err
		}
		parcel, err := ParseParcel(message)
		if err != nil {
			slog.Error("dropped an unreadable message", "error", err)
			continue
		}
		w.deliver(ctx, parcel)
	}
	return ctx.Err()
}

// deliver makes one attempt. A busy carrier puts the parcel back with a delay that grows; after too many attempts, or when the carrier
// refuses for good, the parcel is buried for a person to look at.
func (w *Worker) deliver(ctx context.Context, parcel Parcel) {
	tracking, err := w.Carrier.PickUp(ctx, parcel)
	if err == nil {
		slog.Info("picked up", "order", parcel.OrderID, "tracking", tracking)
		return
	}
	parcel.Attempts++
	if errors.Is(err, ErrCarrierBusy) && parcel.Attempts < w.MaxAttempts {
		if err := w.Queue.PutBack(ctx, parcel, retryDelay(parcel.Attempts)); err != nil {
			slog.Error("cannot put parcel back", "order", parcel.OrderID, "error", err)
		}
		return
	}
	if err := w.Queue.Bury(ctx, parcel, err.Error()); err != nil {
		slog.Error("cannot bury parcel", "order", parcel.OrderID, "error", err)
	}
}
