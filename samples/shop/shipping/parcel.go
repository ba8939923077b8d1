package main

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Parcel is what an order becomes once it leaves the house.
type Parcel struct {
	OrderID  string `json:"orderId"`
	Lines    []Line `json:"lines"`
	Attempts int    `json:"attempts"`
}

// Line says how many pieces of a product are inside.
type Line struct {
	SKU      string `json:"sku"`
	Quantity int    `json:"quantity"`
}

var errEmptyParcel = errors.New("parcel has no lines")

// ParseParcel reads a message of the queue.
func ParseParcel(message []byte) (Parcel, error) {
	var parcel Parcel
	if err := json.Unmarshal(message, &parcel); err != nil {
		return Parcel{}, fmt.Errorf("cannot read parcel: %w", err)
	}
	if len(parcel.Lines) == 0 {
		return Parcel{}, errEmptyParcel
	}
	return parcel, nil
}

// Pieces counts everything inside; carriers charge by it.
func (p Parcel) Pieces() int {
	pieces := 0
	for _, line := range p.Lines {
		pieces += line.Quantity
	}
	return pieces
}
