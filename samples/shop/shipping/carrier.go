package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// ErrCarrierBusy means that trying again later may help.
var ErrCarrierBusy = errors.New("carrier is busy")

// Carrier hands parcels to somebody with a van.
type Carrier interface {
	// PickUp books a pick-up and returns the tracking number.
	PickUp(ctx context.Context, parcel Parcel) (tracking string, err error)
}

// HTTPCarrier books through a carrier's web service.
type HTTPCarrier struct {
	BaseURL string
	Client  *http.Client
}

// PickUp posts the parcel. 429 and 5xx are worth another attempt, everything else is not.
func (c HTTPCarrier) PickUp(ctx context.Context, parcel Parcel) (string, error) {
	body := strings.NewReader(fmt.Sprintf(`{"reference":%q,"pieces":%d}`, parcel.OrderID, parcel.Pieces()))
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.BaseURL+"/pickups", body)
	if err != nil {
		return "", err
	}
	response, err := c.Client.Do(request)
	if err != nil {
		return "", fmt.Errorf("%w: %v", ErrCarrierBusy, err)
	}
	defer response.Body.Close()
	switch {
	case response.StatusCode == http.StatusTooManyRequests || response.StatusCode >= 500:
		return "", ErrCarrierBusy
	case response.StatusCode >= 400:
		return "", fmt.Errorf("carrier refused %s with status %d", parcel.OrderID, response.StatusCode)
	}
	return response.Header.Get("X-Tracking-Number"), nil
}
