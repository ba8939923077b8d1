package market.harbour.orders;

import lombok.RequiredArgsConstructor;
import market.harbour.orders.api.ShipmentsApi;
import market.harbour.orders.api.model.Shipment;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RestController;

/** Serves the operations of openapi/shipments.yaml, whose interface is generated when the module is built. */
@RestController
@RequiredArgsConstructor
class ShipmentsController implements ShipmentsApi {
  private final OrderService orders;
  private final CarrierHook carrier;

  @Override
  public ResponseEntity<Shipment> findShipment(String orderId) {
    Order order = orders.byId(orderId);
    Shipment.StatusEnum status =
        switch (order.getStatus()) {
          case PAID -> Shipment.StatusEnum.PACKED;
          case COLLECTED -> Shipment.StatusEnum.COLLECTED;
          default -> Shipment.StatusEnum.OPEN;
        };
    return ResponseEntity.ok(new Shipment().orderId(orderId).status(status));
  }

  @Override
  public ResponseEntity<Void> requestCollection(String orderId) {
    carrier.collect(orders.byId(orderId));
    return ResponseEntity.accepted().build();
  }
}
