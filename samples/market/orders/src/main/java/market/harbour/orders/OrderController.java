package market.harbour.orders;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import java.util.List;
import lombok.RequiredArgsConstructor;
import market.harbour.kernel.ApiPaths;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.UriComponentsBuilder;

@RestController
@RequestMapping(ApiPaths.ORDERS)
@RequiredArgsConstructor
class OrderController {
  record Request(@NotBlank String customer, @NotEmpty List<OrderService.Wish> wishes, String paymentMethod) {}

  private final OrderService orders;
  private final InvoiceWriter invoices;

  @PostMapping
  ResponseEntity<Order> place(@Valid @RequestBody Request request, UriComponentsBuilder here) {
    Order placed = orders.place(request.customer(), request.wishes(), request.paymentMethod());
    return ResponseEntity.created(here.path(ApiPaths.ORDERS + "/{id}").build(placed.getId())).body(placed);
  }

  @GetMapping(params = "customer")
  List<Order> ofCustomer(@RequestParam String customer) {
    return orders.ofCustomer(customer);
  }

  @GetMapping({"/{id}", "/by-number/{id:[A-Z]{2}-\\d{6}}"})
  Order one(@PathVariable String id) {
    return orders.byId(id);
  }

  @GetMapping(path = "/{id}/invoice", produces = "text/csv")
  String invoice(@PathVariable String id) {
    return invoices.asCsv(orders.byId(id));
  }

  @RequestMapping(path = "/{id}/cancellation", method = {RequestMethod.PUT, RequestMethod.POST})
  Order cancel(@PathVariable String id) {
    return orders.cancel(id);
  }
}
