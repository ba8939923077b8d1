package shop.corner.catalog;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Sets stock aside for orders and puts back what nobody paid for. */
@Service
public class StockService {
  private static final Logger log = LoggerFactory.getLogger(StockService.class);
  private static final Duration HOLD = Duration.ofMinutes(15);

  private final ProductRepository products;
  private final Clock clock;
  private final Queue<Reservation> reservations = new ConcurrentLinkedQueue<>();

  public StockService(ProductRepository products, Clock clock) {
    this.products = products;
    this.clock = clock;
  }

  /** Takes pieces off the shelf for an order; two buyers of the last piece are told apart by the row's version. */
  @Transactional
  public Reservation reserve(String sku, String orderId, int quantity) {
    Product product = products.findById(sku).orElseThrow(() -> new UnknownProductException(sku));
    product.take(quantity);
    Reservation reservation = new Reservation(orderId, sku, quantity, clock.instant().plus(HOLD));
    reservations.add(reservation);
    return reservation;
  }

  @Transactional
  public void release(String orderId) {
    List<Reservation> ofOrder = reservations.stream().filter(r -> r.orderId().equals(orderId)).toList();
    ofOrder.forEach(this::putBack);
  }

  /** Every minute: reservations whose fifteen minutes are over return to the shelf. */
  @Scheduled(fixedDelay = 60_000)
  @Transactional
  public void releaseExpired() {
    List<Reservation> expired = reservations.stream().filter(r -> r.isExpired(clock.instant())).toList();
    expired.forEach(this::putBack);
    if (!expired.isEmpty()) {
      log.info("put back {} expired reservations", expired.size());
    }
  }

  private void putBack(Reservation reservation) {
    if (reservations.remove(reservation)) {
      products.findById(reservation.sku()).ifPresent(product -> product.putBack(reservation.quantity()));
    }
  }
}
