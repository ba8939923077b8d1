package market.harbour.orders;

import lombok.RequiredArgsConstructor;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Primary;
import org.springframework.mail.SimpleMailMessage;
import org.springframework.mail.javamail.JavaMailSender;
import org.springframework.scheduling.annotation.Async;
import org.springframework.stereotype.Service;

/** By mail, which is slow and therefore never waited for. */
@Service
@Primary
@RequiredArgsConstructor
class MailNotifier implements Notifier {
  private final JavaMailSender mail;

  @Value("${market.mail.sender}")
  private String sender;

  @Override
  @Async
  public void tell(String customer, String text) {
    var message = new SimpleMailMessage();
    message.setFrom(sender);
    message.setTo(customer);
    message.setSubject("Harbour market");
    message.setText(text);
    mail.send(message);
  }
}
