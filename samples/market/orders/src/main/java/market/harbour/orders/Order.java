package market.harbour.orders;

import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.List;
import lombok.AccessLevel;
import lombok.AllArgsConstructor;
import lombok.Getter;
import lombok.NoArgsConstructor;
import lombok.Setter;

@Entity
@Table(name = "orders")
@Getter
@AllArgsConstructor
@NoArgsConstructor(access = AccessLevel.PROTECTED)
public class Order {
  public enum Status { PLACED, PAID, COLLECTED, CANCELLED }

  /** What was bought, at the price of that day. */
  @Embeddable
  public record Line(String sku, int quantity, long cents) {}

  @Id private String id;
  private String customer;
  @Setter
  @Enumerated(EnumType.STRING)
  private Status status;
  @ElementCollection private List<Line> lines;

  public long total() {
    return lines.stream().mapToLong(line -> line.cents() * line.quantity()).sum();
  }
}
