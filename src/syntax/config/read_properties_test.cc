#include "syntax/config/read_properties.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace grove::syntax {
namespace {

/// `key = value`, one a line; `key = value (profile)` where there is one.
std::string read(Language language, std::string_view text) {
  Facts facts;
  read_properties(text, language, facts);
  std::string shown;
  for (const Property& property : facts.properties) {
    shown += std::string(facts.text(property.key)) + " = " + std::string(facts.text(property.value));
    if (property.profile != 0) shown += " (" + std::string(facts.text(property.profile)) + ")";
    shown += "\n";
  }
  return shown;
}

TEST(ReadGradle, GivesWhatIsCalledWithATextByItsLine) {
  EXPECT_EQ(read(Language::kGroovy, R"(plugins { id 'java' }
apply plugin: "org.springframework.boot"
ext.version = '1'
dependencies {
  implementation('org.x:y') { exclude module: 'z' }
  testImplementation "a:b:$v"
  // implementation 'not:this'
  compile group: 'c', name: 'd', version: '1'
  implementation project(':lib')
}
)"),
            "id = java\napply = org.springframework.boot\nimplementation = org.x:y\ntestImplementation = a:b:$v\ncompile = c:d\n"
            "implementation = :lib\n");
  EXPECT_EQ(read(Language::kGroovy, "println 'x'\n"), "");
}

TEST(ReadDirectives, OfNginxStandUnderTheirBlocks) {
  EXPECT_EQ(read(Language::kPlainText, R"(# c
worker_processes 4;
http {
  upstream orders { server orders-1:8080 weight=2; server orders-2:8080; }  # two
  server {
    listen 80 default_server;
    location ~ ^/v[0-9]{2}/ { proxy_pass "http://orders/a b;"; }
    location /x { proxy_pass http://${host}:80; }
  }
}
)"),
            "worker_processes = 4\nhttp.upstream[orders].server = orders-1:8080 weight=2\nhttp.upstream[orders].server = orders-2:8080\n"
            "http.server.listen = 80 default_server\nhttp.server.location[~ ^/v[0-9]{2}/].proxy_pass = http://orders/a b;\n"
            "http.server.location[/x].proxy_pass = http://${host}:80\n");
}

TEST(ReadDirectives, OfHttpdStandUnderTheirTags) {
  EXPECT_EQ(read(Language::kPlainText, R"(Define ROUTE "/a"
<VirtualHost *:80>
  ProxyPass "${ROUTE}" \
    "http://a:1"
</VirtualHost>
# c
Listen 80
)"),
            "Define = ROUTE /a\nVirtualHost[*:80].ProxyPass = ${ROUTE} http://a:1\nListen = 80\n");
}

TEST(ReadDirectives, BrokenOnesGiveWhatStandsThere) {
  EXPECT_EQ(read(Language::kPlainText, "server {\n  listen 80;\n}}}\nlisten 81;\nlocation / {\n  root \"x"),
            "server.listen = 80\nlisten = 81\n");
  std::string deep = "server {\n";
  for (int i = 0; i < 499; ++i) deep += "a {\n";
  EXPECT_NE(read(Language::kPlainText, deep + "b c;\n" + std::string(500, '}') + "\nd e;\n").find("\nd = e\n"), std::string::npos);
}

TEST(ReadDirectives, OtherTextsHaveNone) {
  EXPECT_EQ(read(Language::kPlainText, "Dear reader,\nlisten carefully; then\nif (a) {\n  b;\n}\n"), "");
}

TEST(ReadYaml, FlattensMappingsAndSequences) {
  EXPECT_EQ(read(Language::kYaml, R"(# comment
server:
  port: 8080   # the port
  ssl: {enabled: true, ciphers: [a, "b c"]}
spring.application.name: shop
list:
- one
- name: two
  deep:
    - 1
    - - 2
      - 3
empty:
"quoted key": 'it''s'
url: http://host:80/a#b
next: x
)"),
            R"(server.port = 8080
server.ssl.enabled = true
server.ssl.ciphers[0] = a
server.ssl.ciphers[1] = b c
spring.application.name = shop
list[0] = one
list[1].name = two
list[1].deep[0] = 1
list[1].deep[1][0] = 2
list[1].deep[1][1] = 3
empty = 
quoted key = it's
url = http://host:80/a#b
next = x
)");
}

TEST(ReadYaml, ReadsScalarsOfSeveralLines) {
  EXPECT_EQ(
      read(Language::kYaml, "a: |\n  one\n    two\n\n  three\nb: >-\n  folded\n  text\nc: plain\n  goes on\nd: \"quoted\n  too\"\ne: 1\n"),
      "a = one\n  two\n\nthree\nb = folded text\nc = plain goes on\nd = quoted too\ne = 1\n");
}

TEST(ReadYaml, DocumentsHaveTheirProfile) {
  EXPECT_EQ(read(Language::kYaml,
                 "a: 1\n---\nspring:\n  config.activate.on-profile: dev\na: 2\n---\nspring.profiles: [test, ci]\na: 3\n...\n---\na: 4\n"),
            "a = 1\nspring.config.activate.on-profile = dev (dev)\na = 2 (dev)\nspring.profiles[0] = test (test,ci)\n"
            "spring.profiles[1] = ci (test,ci)\na = 3 (test,ci)\na = 4\n");
}

TEST(ReadYaml, AliasesAndMergeKeysCopyWhatTheyName) {
  EXPECT_EQ(
      read(Language::kYaml, "base: &base\n  image: a\n  env: [x]\nweb:\n  <<: *base\n  port: &p 80\napi:\n  port: *p\n  none: *unknown\n"),
      "base.image = a\nbase.env[0] = x\nweb.image = a\nweb.env[0] = x\nweb.port = 80\napi.port = 80\n");
}

TEST(ReadYaml, AliasBombsStaySmall) {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 30; ++i) {
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + "\n";
    for (int j = 0; j < 9; ++j) bomb += "  - *a" + std::to_string(i - 1) + "\n";
  }
  Facts facts;
  read_properties(bomb, Language::kYaml, facts);
  EXPECT_LE(facts.properties.size(), 4000U);
  EXPECT_GT(facts.properties.size(), 100U);
  EXPECT_EQ(read(Language::kYaml, "a: &a\n  b: *a\n  c: 1\n"), "a.c = 1\n");
}

TEST(ReadYaml, PassesOverTemplates) {
  EXPECT_EQ(read(Language::kYaml, "a: 1\n{{- if .Values.on }}\nb: {{ .Values.b }}\n{{- end }}\nc:\n  {{- toYaml .x | nindent 2 }}\nd: 2\n"),
            "a = 1\nb = {{ .Values.b }}\nc = \nd = 2\n");
}

TEST(ReadJavaProperties, FollowsTheFormat) {
  EXPECT_EQ(
      read(Language::kProperties, "# c\n! c\na=1\nb : 2\nc 3\nd.e = x \\\n    y\nf\\ g\\==h\nu=\\u00e9\\t.\r\nempty=\nkey\npath=C:\\\\x\n"),
      "a = 1\nb = 2\nc = 3\nd.e = x y\nf g= = h\nu = \xC3\xA9\t.\nempty = \nkey = \npath = C:\\x\n");
}

TEST(ReadJavaProperties, DocumentsHaveTheirProfile) {
  EXPECT_EQ(read(Language::kProperties, "a=1\n#---\nspring.config.activate.on-profile=dev\na=2\n"),
            "a = 1\nspring.config.activate.on-profile = dev (dev)\na = 2 (dev)\n");
}

TEST(ReadToml, FlattensTablesAndArrays) {
  EXPECT_EQ(read(Language::kToml, R"(title = "x" # c
a.b = 1
[owner]
name = 'T # o'
"odd key".sub = true
list = [1, # one
  { x = 2 }, "z"]
text = """
two
lines"""
[[fruit]]
name = "apple"
[fruit.size]
cm = 7
[[fruit.kind]]
name = "red"
[[fruit]]
name = "pear"
[[fruit.kind]]
name = "green"
)"),
            R"(title = x
a.b = 1
owner.name = T # o
owner.odd key.sub = true
owner.list[0] = 1
owner.list[1].x = 2
owner.list[2] = z
owner.text = two
lines
fruit[0].name = apple
fruit[0].size.cm = 7
fruit[0].kind[0].name = red
fruit[1].name = pear
fruit[1].kind[0].name = green
)");
}

TEST(ReadIni, ReadsSectionsEnvFilesAndGitConfiguration) {
  EXPECT_EQ(read(Language::kIni, "top = 1\n[metadata]\nname: shop ; c\ndeps =\n    a\n    b\n[remote \"origin\"]\n\turl = x\n"),
            "top = 1\nmetadata.name = shop\nmetadata.deps = a b\nremote.origin.url = x\n");
  EXPECT_EQ(read(Language::kIni, "# c\nexport KEY=\"a b\" # c\nOTHER='x'\nURL=http://h/#frag\nEMPTY=\n"),
            "KEY = a b\nOTHER = x\nURL = http://h/#frag\nEMPTY = \n");
}

TEST(ReadJson, ReadsJsonAndItsRelaxedForms) {
  EXPECT_EQ(
      read(Language::kJson, "{\"a\": {\"b\": [1, true, null, \"x\\n\\u00e9\\ud83d\\ude00\"]}, // c\n c: 'd', /* e */ \"f\": -1.5e3,}"),
      "a.b[0] = 1\na.b[1] = true\na.b[2] = null\na.b[3] = x\n\xC3\xA9\xF0\x9F\x98\x80\nc = d\nf = -1.5e3\n");
}

TEST(ReadXml, NamesElementsByTheirPath) {
  EXPECT_EQ(read(Language::kXml, R"(<?xml version="1.0"?>
<!DOCTYPE x [<!ENTITY a "b">]>
<!-- c -->
<project xmlns="u">
  <artifactId>shop</artifactId>
  <dependencies>
    <dependency><artifactId>a</artifactId></dependency>
    <dependency scope='test'><artifactId>b &amp; &#99;</artifactId></dependency>
  </dependencies>
  <empty/>
  <text><![CDATA[<raw>]]></text>
</project>
)"),
            R"(project.@xmlns = u
project.artifactId = shop
project.dependencies.dependency[0].artifactId = a
project.dependencies.dependency[1].@scope = test
project.dependencies.dependency[1].artifactId = b & c
project.text = <raw>
)");
}

TEST(ReadProperties, LimitsWhatOneFileAdds) {
  std::string text;
  for (int i = 0; i < 10000; ++i) text += "k" + std::to_string(i) + "=" + std::string(2000, 'v') + "\n";
  Facts facts;
  read_properties(text, Language::kProperties, facts);
  ASSERT_EQ(facts.properties.size(), 4000U);
  EXPECT_EQ(facts.text(facts.properties[7].value).size(), 1000U);
  EXPECT_EQ(text.substr(facts.properties[7].begin, 3), "k7=");
}

TEST(ReadProperties, DeepNestingEndsWell) {
  const std::string open(200000, '[');
  const std::string dashes = [] {
    std::string text;
    for (int i = 0; i < 100000; ++i) text += "- ";
    return text;
  }();
  for (const Language language : {Language::kJson, Language::kYaml, Language::kToml}) {
    Facts facts;
    read_properties("a = " + open, language, facts);
    read_properties("a: " + open, language, facts);
    read_properties(open, language, facts);
    read_properties(dashes + "x", language, facts);
  }
  std::string elements;
  for (int i = 0; i < 100000; ++i) elements += "<a b='c'>";
  Facts facts;
  read_properties(elements, Language::kXml, facts);
  EXPECT_LE(facts.properties.size(), 4000U);
}

TEST(ReadProperties, AnyBytesAreReadWithoutHarm) {
  std::mt19937 random(3);
  const std::string_view alphabet = "ab:=-[]{}<>/&*|\"'#\\ \t\n\n\r.,!?%\xC3\xA9\x80\x00";
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    const std::size_t size = random() % 120;
    while (text.size() < size) text += alphabet[random() % alphabet.size()];
    for (int language = 0; language < kLanguageCount; ++language) {
      Facts facts;
      read_properties(text, static_cast<Language>(language), facts);
      for (const Property& property : facts.properties) ASSERT_LE(property.begin, text.size());
    }
  }
}

std::uint32_t line_of_break(Language language, std::string_view text) {
  Facts facts;
  facts.state = ParseState::kComplete;
  read_properties(text, language, facts);
  const auto line = broken_property_line(text, language);
  EXPECT_EQ(facts.state == ParseState::kPartial, line.has_value()) << text;
  return line.value_or(0);
}

TEST(BrokenProperties, OfYamlAreSaidByTheLine) {
  EXPECT_EQ(line_of_break(Language::kYaml, "server:\n  port: 80\n   host: x\n"), 3U);
  EXPECT_EQ(line_of_break(Language::kYaml, "a:\n    b: 1\n  c: 2\n"), 3U);
  EXPECT_EQ(line_of_break(Language::kYaml, "a: 1\nb: [1, 2\nc: 3\n"), 2U);
  EXPECT_EQ(line_of_break(Language::kYaml, "a: 1\nb: {x: 2\n"), 2U);
  EXPECT_EQ(line_of_break(Language::kYaml, "a: 1\nb: \"open\nc: 3\n"), 2U);
  EXPECT_EQ(line_of_break(Language::kYaml, "a: 'x'\n  b: 3\n"), 2U);
  EXPECT_EQ(line_of_break(Language::kYaml, "a: 1\nwords alone\n"), 2U);
  EXPECT_EQ(line_of_break(Language::kYaml, "server:\n\tport: 80\n"), 2U);
  EXPECT_EQ(line_of_break(Language::kYaml, "x: 1\na: [1, 2]]\nb: 3\n"), 2U);
  EXPECT_EQ(line_of_break(Language::kYaml, "a: \"x\" y\nb: 3\n"), 1U);
  EXPECT_EQ(line_of_break(Language::kYaml, "x: 1\na: b: c\n"), 2U);
  EXPECT_EQ(line_of_break(Language::kYaml, "- a\nb: 1\n"), 2U);
  EXPECT_EQ(line_of_break(Language::kYaml, "a: `x`\n"), 1U);
  EXPECT_EQ(line_of_break(Language::kYaml, "a: *nope\nb: 1\n"), 1U);
  EXPECT_EQ(line_of_break(Language::kYaml, "  a: 1\nb: 2\n"), 2U);
  EXPECT_EQ(line_of_break(Language::kYaml, "text\nb: 1\n"), 2U);
  EXPECT_EQ(line_of_break(Language::kYaml, "a: |x\n  y\n"), 1U);
  EXPECT_EQ(line_of_break(Language::kYaml, "a:\n  <<: 1\n"), 2U);
  EXPECT_EQ(line_of_break(Language::kYaml, "a:\n  b: 1\n  c: 2\n  b: 3\n"), 4U);
  EXPECT_EQ(line_of_break(Language::kYaml, "a:\n  b: 1\nc: 2\na:\n  d: 3\n"), 4U);
}

TEST(BrokenProperties, ATextOfYamlThatStandsInLessThanItsFirstLineEnds) {
  EXPECT_EQ(line_of_break(Language::kYaml, "a: |\n  some\n more\nb: 1\n"), 3U);
  EXPECT_EQ(line_of_break(Language::kYaml, "a: |\n      b: 1\n  c: 2\n"), 3U);
  EXPECT_EQ(line_of_break(Language::kYaml, "a: |\n  some\n # said\n b: 1\n"), 4U) << "a comment ends it";
  EXPECT_EQ(line_of_break(Language::kYaml, "a: |\n  some\n\n    more\n  # text\n # said\nb: 1\n"), 0U);
  EXPECT_EQ(line_of_break(Language::kYaml, "a: |2\n      some\n    more\n  less\nb:\n  c: >1-\n     d\n   e\n"), 0U);
  EXPECT_EQ(line_of_break(Language::kYaml, "a: |\n  some\n{{ if .x }}\n  more\n {{ end }}\nb: 1\n"), 0U);
  EXPECT_EQ(line_of_break(Language::kYaml, "`a: 1\n"), 1U);
  EXPECT_EQ(line_of_break(Language::kYaml, "a: ,1\n"), 1U);
  EXPECT_EQ(line_of_break(Language::kYaml, ",a: 1\n"), 1U);
}

TEST(BrokenProperties, AKeyOfYamlMayStandInSeveralMappings) {
  EXPECT_EQ(line_of_break(Language::kYaml, "- a: 1\n  b: 2\n- a: 3\n"), 0U);
  EXPECT_EQ(line_of_break(Language::kYaml, "a: 1\n---\na: 2\n"), 0U);
  EXPECT_EQ(line_of_break(Language::kYaml, "some text\nthat goes on\n---\n  a: 1\n  b: 2\n---\n- x\n"), 0U);
  EXPECT_EQ(line_of_break(Language::kYaml, "a: |- # kept\n  y\nb: >2\n   z\n"), 0U);
  EXPECT_EQ(line_of_break(Language::kYaml, "x:\n  y: 1\nx.y: 2\ny: 3\n"), 0U);
  EXPECT_EQ(line_of_break(Language::kYaml, "{{ if .x }}\na: 1\n{{ else }}\na: 2\n{{ end }}\n"), 0U);
}

TEST(BrokenProperties, BothValuesOfAKeyThatStandsTwiceAreRead) {
  Facts facts;
  read_properties("a: 1\na: 2\nb: 3\n", Language::kYaml, facts);
  EXPECT_EQ(facts.properties.size(), 3U);
}

TEST(BrokenProperties, AreNoneInWellFormedYaml) {
  EXPECT_EQ(line_of_break(Language::kYaml, R"(# all kinds
%YAML 1.2
---
a: 1
b:
- x
- y: 2
  z: [1, {q: "a, b"}]
c: some text
  that goes on
d: >-
  folded: not a key
   deeper
e: |
  [unclosed
f: &base
    k: 'it''s'
g:
  <<: *base
  h: "a
    b"
"quoted key": 1
? complex
: value
url: http://x:80/y
empty:
list:
  - - a
    - b
  -
    c: d
version: @project.version@
...
---
second: true
)"),
            0U);
  EXPECT_EQ(line_of_break(Language::kYaml, "description: a text that\n\n  goes on\nb: 1\n"), 0U);
  EXPECT_EQ(
      line_of_break(Language::kYaml, "x: &x\n  p: 1\ny: &y {q: 2}\nz:\n  <<:\n    - *x\n    # and\n    - *y\n  r: 3\nw:\n  <<: [*x, *y]\n"),
      0U);
  EXPECT_EQ(line_of_break(Language::kYaml, "a: 'x' # said\nb: [1] # too\nc: {x: 1}\n"), 0U);
  EXPECT_EQ(line_of_break(Language::kYaml, "a: {{ .Values.x }}\n{{- if .y }}\n b: 1\n{{- end }}\n"), 0U);
  EXPECT_EQ(line_of_break(Language::kYaml, ""), 0U);
}

TEST(BrokenProperties, OfXmlAreSaidByTheLine) {
  EXPECT_EQ(line_of_break(Language::kXml, "<project>\n  <a>1</a>\n"), 2U);
  EXPECT_EQ(line_of_break(Language::kXml, "<project>\n  <a>1</b>\n</project>\n"), 2U);
  EXPECT_EQ(line_of_break(Language::kXml, "<project>\n  <a>\n    <b>1</b>\n</project>\n"), 4U);
  EXPECT_EQ(
      line_of_break(Language::kXml, "<?xml version='1.0'?>\n<!DOCTYPE p>\n<p a='<'>\n <!-- <q> --> <r/> <s><![CDATA[</p>]]></s>\n</p>\n"),
      0U);
  EXPECT_EQ(line_of_break(Language::kXml, "<p>{{#each}}\n"), 0U);
  EXPECT_EQ(line_of_break(Language::kXml, "<!DOCTYPE p [\n <!-- don't ] -->\n <!ENTITY days \"[^a>]|]\">\n]>\n<p>&days;</p>\n"), 0U);
  EXPECT_EQ(line_of_break(Language::kXml, "<p><!-->said<--><årsak>x</årsak></p>\n"), 0U);
}

}  // namespace
}  // namespace grove::syntax
