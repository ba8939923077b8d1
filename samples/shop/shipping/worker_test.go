package main

import (
	"context"
	"testing"
	"time"
)

type fakeQueue struct {
	putBack []time.Duration
	buried  []string
}

func (q *fakeQueue) Next(context.Context) ([]byte, error) { return nil, context.Canceled }
func (q *fakeQueue) PutBack(_ context.Context, _ Parcel, after time.Duration) error {
	q.putBack = append(q.putBack, after)
	return nil
}
func (q *fakeQueue) Bury(_ context.Context, parcel Parcel, _ string) error {
	q.buried = append(q.buried, parcel.OrderID)
	return nil
}

type busyCarrier struct{}

func (busyCarrier) PickUp(context.Context, Parcel) (string, error) { return "", ErrCarrierBusy }

func TestBusyCarrierPutsTheParcelBack(t *testing.T) {
	queue := &fakeQueue{}
	worker := Worker{Queue: queue, Carrier: busyCarrier{}, MaxAttempts: 3}
	worker.deliver(context.Background(), Parcel{OrderID: "a"})
	if len(queue.putBack) != 1 || queue.putBack[0] < firstDelay {
		t.Fatalf("put back %v", queue.putBack)
	}
}

func TestAfterTheLastAttemptTheParcelIsBuried(t *testing.T) {
	queue := &fakeQueue{}
	worker := Worker{Queue: queue, Carrier: busyCarrier{}, MaxAttempts: 3}
	worker.deliver(context.Background(), Parcel{OrderID: "a", Attempts: 2})
	if len(queue.buried) != 1 {
		t.Fatal("still alive")
	}
}
