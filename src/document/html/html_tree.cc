#include <gumbo.h>

#include <csetjmp>
#include <cstdlib>
#include <span>

#include "base/text.h"
#include "document/html/markup_tree.h"

namespace grove::document {
namespace {

/// The memory of one parse, which ends the parse when it takes too much of it or too long: Gumbo has no limits of its own, and some pages
/// grow with the square of their size. All of it is freed at once, so that no depth of nesting is walked for that.
class BoundedMemory {
 public:
  explicit BoundedMemory(const Budget& budget) : budget_(budget), limit_(2 * budget.limits().text_bytes) {}
  BoundedMemory(const BoundedMemory&) = delete;
  BoundedMemory& operator=(const BoundedMemory&) = delete;
  ~BoundedMemory() {
    while (first_ != nullptr) {
      Header* const next = first_->next;
      std::free(first_);
      first_ = next;
    }
  }

  static void* allocate(void* self, std::size_t size) { return static_cast<BoundedMemory*>(self)->get(size); }
  static void release(void* self, void* block) {
    if (block != nullptr) static_cast<BoundedMemory*>(self)->give_back(static_cast<Header*>(block) - 1);
  }

  std::jmp_buf abandoned;
  bool was_too_much() const { return used_ > limit_; }

 private:
  struct alignas(std::max_align_t) Header {
    Header* previous;
    Header* next;
    std::size_t size;
  };

  void* get(std::size_t size) {
    constexpr unsigned kAllocationsBetweenLooks = 1024;
    used_ += size + sizeof(Header);
    if (was_too_much() || (++count_ % kAllocationsBetweenLooks == 0 && budget_.is_over())) std::longjmp(abandoned, 1);
    auto* const header = static_cast<Header*>(std::malloc(size + sizeof(Header)));
    if (header == nullptr) std::longjmp(abandoned, 1);
    header->previous = nullptr;
    header->next = first_;
    header->size = size;
    if (first_ != nullptr) first_->previous = header;
    first_ = header;
    return header + 1;
  }

  void give_back(Header* header) {
    used_ -= header->size + sizeof(Header);
    if (header->previous != nullptr) header->previous->next = header->next;
    if (header->next != nullptr) header->next->previous = header->previous;
    if (first_ == header) first_ = header->next;
    std::free(header);
  }

  const Budget& budget_;
  std::uint64_t limit_;
  std::uint64_t used_ = 0;
  unsigned count_ = 0;
  Header* first_ = nullptr;
};

/// What the views of a tree point into.
struct ParsedPage {
  ParsedPage(std::string page, const Budget& budget) : text(std::move(page)), memory(budget) {}
  std::string text;
  BoundedMemory memory;
  GumboOutput* output = nullptr;
};

/// Null where the memory ended the parse. No object with a destructor lives in here: the jump would pass it over.
GumboOutput* parse_page(ParsedPage& page) {
  GumboOptions options = kGumboDefaultOptions;
  options.allocator = &BoundedMemory::allocate;
  options.deallocator = &BoundedMemory::release;
  options.userdata = &page.memory;
  options.max_errors = 0;
  if (setjmp(page.memory.abandoned) != 0) return nullptr;
  return gumbo_parse_with_options(&options, page.text.data(), page.text.size());
}

std::string_view name_of(const GumboElement& element) {
  if (element.tag != GUMBO_TAG_UNKNOWN) return gumbo_normalized_tagname(element.tag);
  GumboStringPiece original = element.original_tag;
  gumbo_tag_from_original_text(&original);
  return original.length == 0 ? std::string_view("unknown") : std::string_view(original.data, original.length);
}

MarkupNode element_of(const GumboElement& element) {
  MarkupNode node;
  node.name = name_of(element);
  for (unsigned i = 0; i < element.attributes.length; ++i) {
    const auto* const attribute = static_cast<const GumboAttribute*>(element.attributes.data[i]);
    node.attributes.emplace_back(attribute->name, attribute->value);
  }
  return node;
}

const GumboVector* children_of(const GumboNode& node) {
  if (node.type == GUMBO_NODE_DOCUMENT) return &node.v.document.children;
  if (node.type == GUMBO_NODE_ELEMENT || node.type == GUMBO_NODE_TEMPLATE) return &node.v.element.children;
  return nullptr;
}

/// A node whose children are being copied.
struct Open {
  const GumboVector* children;
  unsigned next = 0;
  std::uint32_t copy;  // they become children of that one
  std::uint32_t depth;
};

void copy_below(const GumboNode& document, MarkupTree& tree) {
  std::vector<Open> stack{{.children = &document.v.document.children, .copy = 0, .depth = 0}};
  while (!stack.empty()) {
    Open& open = stack.back();
    if (open.next == open.children->length) {
      stack.pop_back();
      continue;
    }
    const auto& node = *static_cast<const GumboNode*>(open.children->data[open.next++]);
    if (node.type == GUMBO_NODE_TEXT || node.type == GUMBO_NODE_WHITESPACE || node.type == GUMBO_NODE_CDATA) {
      tree.add(open.copy, {.name = {}, .text = node.v.text.text, .attributes = {}});
      continue;
    }
    const GumboVector* const children = children_of(node);
    if (children == nullptr) continue;
    const std::uint32_t copy = tree.add(open.copy, element_of(node.v.element));
    const bool deepest = open.depth + 1 >= MarkupTree::kDeepest;
    stack.push_back({.children = children, .copy = deepest ? open.copy : copy, .depth = open.depth + (deepest ? 0 : 1)});
  }
}

}  // namespace

Result<MarkupTree> MarkupTree::parse_html(std::string text, const Budget& budget) {
  const auto page = std::make_shared<ParsedPage>(std::move(text), budget);
  page->output = parse_page(*page);
  if (page->output == nullptr) {
    GROVE_RETURN_IF_ERROR(budget.check());
    return fail(ErrorCode::kResourceLimit, "its elements take more than " + readable_size(2 * budget.limits().text_bytes) + " of memory");
  }
  MarkupTree tree(page);
  copy_below(*page->output->document, tree);
  return tree;
}

}  // namespace grove::document
