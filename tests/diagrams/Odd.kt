package odd

import org.springframework.boot.autoconfigure.SpringBootApplication
import org.springframework.stereotype.Service
import org.springframework.web.bind.annotation.*

@SpringBootApplication
class Odd

@Service
class `end` {
    fun `place; an order --x "now" #35; %% <b>`() = `note over A`()
    fun `note over A`() {}
}

@Service
class Participant(private val next: `end`) {
    fun `alt`() = next.`place; an order --x "now" #35; %% <b>`()
}

@RestController
class `Controller(of) {all}: things`(private val participant: Participant) {
    @GetMapping("/a;b=#{c}/<d>/\"e\"/%%{init}%%/:f")
    fun `loop`() = participant.`alt`()

    @GetMapping("/über/{straße}/->>/-)")
    fun plain() = participant.`alt`()
}
