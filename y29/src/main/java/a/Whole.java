package a;
import org.springframework.web.bind.annotation.*;
@RestController
class Whole {
  @GetMapping("/x") String x() { return ""; }
}
