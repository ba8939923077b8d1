package market.harbour.payments;

import java.util.List;
import java.util.Optional;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;

/** The statements are in mappers/PaymentMapper.xml, short ones here. */
@Mapper
public interface PaymentMapper {
  void insert(Payment payment);

  void changeState(@Param("id") String id, @Param("state") Payment.State state);

  Optional<Payment> findById(@Param("id") String id);

  List<Payment> findByOrder(@Param("orderId") String orderId);

  @Select("select coalesce(sum(cents), 0) from payments where state = 'SETTLED'")
  long settledCents();
}
