package market.harbour.kernel;

import java.util.List;
import org.springframework.data.repository.ListCrudRepository;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.server.ResponseStatusException;

/** What every catalogue can do. Subclasses say where it is served and what is kept. */
public abstract class CrudController<T, ID, R extends ListCrudRepository<T, ID>> {
  protected final R store;

  protected CrudController(R store) {
    this.store = store;
  }

  @GetMapping
  public List<T> all() {
    return store.findAll();
  }

  @GetMapping("/{id}")
  public T one(@PathVariable ID id) {
    return store.findById(id).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
  }

  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  public T add(@RequestBody T item) {
    return store.save(checked(item));
  }

  @DeleteMapping("/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  public void remove(@PathVariable ID id) {
    store.deleteById(id);
  }

  /** Refuses what must not be kept; by default everything may. */
  protected T checked(T item) {
    return item;
  }
}
