#include "syntax/detect_tables.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>

#include "base/text.h"

namespace grove::syntax {
namespace {

using enum Language;

/// One language with the words, separated by blanks, that stand for it.
struct Row {
  Language language;
  std::string_view words;
};

constexpr Row kExtensions[] = {
    {kBash, "sh bash zsh ksh ash dash bats command ebuild eclass"},
    {kC, "c cats"},
    {kCSharp, "cs csx cake"},
    {kCpp, "cc cpp cxx c++ hh hpp hxx h++ ipp inl tcc tpp txx cppm ccm cxxm ixx ino cu cuh hip"},
    {kCss, "css"},
    {kDart, "dart"},
    {kElixir, "ex exs"},
    {kGo, "go"},
    {kGroovy, "groovy gvy gy gsh gradle jenkinsfile"},
    {kHaskell, "hs hsc hs-boot"},
    {kHtml, "html htm xhtml shtml hbs handlebars mustache jsp jspf tag ftl ftlh cshtml razor liquid njk gohtml"},
    {kJava, "java jsh"},
    {kJavaScript, "js mjs cjs es6 jsm sjs gs"},
    {kJsx, "jsx"},
    {kJson, "json jsonc json5 jsonl ndjson geojson topojson webmanifest har ipynb code-workspace avsc arb sarif jsonld map tsbuildinfo"},
    {kJulia, "jl"},
    {kMake, "mk mak make"},
    {kOCaml, "ml ml4 eliom"},
    {kOCamlInterface, "mli eliomi"},
    {kPhp, "php php3 php4 php5 php7 php8 phps phtml ctp"},
    {kPowerShell, "ps1 psm1 psd1"},
    {kProperties, "properties"},
    {kPython, "py pyw pyi pyx pxd pxi bzl bazel star sky wsgi gyp gypi rpy tac smk"},
    {kRuby, "rb rbw rake gemspec ru podspec builder jbuilder thor rabl rbi"},
    {kRust, "rs"},
    {kScala, "scala sc sbt mill"},
    {kScss, "scss less pcss postcss"},
    {kSwift, "swift swiftinterface"},
    {kTypeScript, "mts cts"},
    {kSvelte, "svelte"},
    {kVue, "vue"},
    {kHcl, "hcl tf tfvars tofu nomad"},
    {kKotlin, "kt kts ktm"},
    {kLua, "lua luau rockspec wlua nse"},
    {kMarkdown, "md markdown mdown mkd mkdn mdwn mdx rmd qmd ronn livemd mdc"},
    {kToml, "toml"},
    {kXml,
     "xml xsd xsl xslt xaml axaml csproj vbproj fsproj sqlproj shproj vcxproj vcproj wixproj props targets proj nuspec resx wsdl wadl "
     "plist svg "
     "rss atom pom iml ui storyboard xib rdf owl xmi dita ditamap kml gpx glade wxs wxi wxl zcml xliff xlf jelly pubxml ruleset "
     "runsettings "
     "slnx fxml tld qrc mxml appxmanifest vsixmanifest vstemplate entitlements xcscheme xcworkspacedata tmlanguage filters xul zul jrxml "
     "bpmn ditaval launch"},
    {kYaml, "yaml yml eyaml raml cff sublime-syntax"},
    {kZig, "zig zon"},
    {kSql, "sql ddl dml psql pgsql mysql plsql pks pkb plb pls cql hql"},
    {kR, "rprofile rsx"},
    {kCMake, "cmake"},
    {kDockerfile, "dockerfile containerfile"},
    {kProto, "proto"},
    {kGraphQl, "graphql gql graphqls"},
    {kFortran, "f f77 f90 f95 f03 f08 f18 for ftn fpp"},
    {kErlang, "erl hrl escript app.src"},
    {kPerl, "pm perl ph psgi plx"},
    {kIni, "ini cnf editorconfig gitconfig env desktop service socket timer mount automount slice"},
};

/// The first guess where content decides, for `settle` in detect.cc to confirm or to change.
constexpr Row kUnsettledExtensions[] = {
    {kC, "h"}, {kObjectiveC, "m mm"}, {kPerl, "pl t cgi fcgi"}, {kTypeScript, "ts"},       {kTsx, "tsx"},
    {kR, "r"}, {kPlainText, "inc"},   {kIni, "cfg conf"},       {kXml, "config manifest"}, {kJson, "lock"},
};

constexpr Row kFileNames[] = {
    {kBash,
     ".bashrc .bash_profile .bash_aliases .bash_login .bash_logout .profile .zshrc .zprofile .zshenv .zlogin .zlogout .kshrc .xinitrc "
     ".xprofile .envrc PKGBUILD APKBUILD gradlew mvnw bashrc zshrc"},
    {kCMake, "CMakeLists.txt"},
    {kDockerfile, "Dockerfile dockerfile Containerfile"},
    {kErlang, "rebar.config sys.config Emakefile"},
    {kGroovy, "Jenkinsfile"},
    {kIni,
     ".editorconfig .gitconfig .gitmodules .flake8 .pylintrc pylintrc .coveragerc .npmrc .hgrc .pypirc .env my.cnf pip.conf .wgetrc "
     ".bumpversion.cfg .isort.cfg"},
    {kJson,
     ".bowerrc .jscsrc .arcconfig .watchmanconfig composer.lock Pipfile.lock flake.lock deno.lock .tern-project .all-contributorsrc"},
    {kLua, ".luacheckrc .busted"},
    {kMake, "Makefile makefile GNUmakefile BSDmakefile Kbuild Makevars"},
    {kPerl, "Makefile.PL Build.PL cpanfile"},
    {kPlainText, "go.mod go.sum go.work yarn.lock bun.lock Gemfile.lock mix.lock LICENSE COPYING"},
    {kPython, "BUILD WORKSPACE BUCK TARGETS Tiltfile SConstruct SConscript Snakefile wscript DEPS"},
    {kR, ".Rprofile Rprofile.site"},
    {kRuby,
     "Gemfile Rakefile rakefile Podfile Vagrantfile Brewfile Guardfile Capfile Thorfile Berksfile Cheffile Puppetfile Dangerfile Fastfile "
     "Appfile Matchfile Deliverfile Snapfile Scanfile Gymfile Appraisals .irbrc .pryrc .simplecov Steepfile"},
    {kToml, "Cargo.lock poetry.lock uv.lock pdm.lock Pipfile Gopkg.lock"},
    {kXml, "web.config app.config nuget.config NuGet.Config packages.config App.config Web.config"},
    {kYaml, ".clang-format .clang-tidy .clangd .gemrc pubspec.lock Podfile.lock glide.lock CITATION.cff .yamllint"},
};

/// JSON where they open with a brace, YAML elsewhere.
constexpr Row kUnsettledFileNames[] = {
    {kJson,
     ".babelrc .eslintrc .prettierrc .jshintrc .swcrc .nycrc .stylelintrc .lintstagedrc .mocharc .releaserc .commitlintrc .htmlhintrc"},
};

constexpr Row kFileNamePrefixes[] = {
    {kDockerfile, "Dockerfile. Dockerfile- Dockerfile_ Containerfile."},
    {kMake, "Makefile. makefile. GNUmakefile. Kbuild."},
    {kGroovy, "Jenkinsfile. Jenkinsfile-"},
    {kIni, ".env."},
};

constexpr Row kInterpreters[] = {
    {kBash, "sh bash zsh ksh dash ash mksh pdksh bats busybox openrc-run runscript"},
    {kPython, "python pypy ipython micropython jython uv pipx sage"},
    {kRuby, "ruby jruby macruby rake rbx truffleruby crystal-ruby"},
    {kPerl, "perl cperl"},
    {kJavaScript, "node nodejs bun qjs rhino d8 zx gjs cjs"},
    {kTypeScript, "deno ts-node tsx ts-script"},
    {kPhp, "php"},
    {kLua, "lua luajit texlua luvit resty"},
    {kR, "Rscript r littler"},
    {kGroovy, "groovy"},
    {kElixir, "elixir"},
    {kErlang, "escript"},
    {kHaskell, "runghc runhaskell runhugs stack cabal"},
    {kOCaml, "ocaml ocamlrun ocamlscript"},
    {kSwift, "swift swift-sh"},
    {kKotlin, "kotlin kotlinc kscript"},
    {kScala, "scala scala-cli amm"},
    {kJulia, "julia"},
    {kMake, "make gmake bmake"},
    {kPowerShell, "pwsh powershell"},
    {kDart, "dart"},
    {kJava, "java jbang"},
    {kCSharp, "dotnet dotnet-script csi csharp"},
    {kRust, "rust-script run-cargo-script"},
    {kC, "tcc"},
    {kZig, "zig"},
    {kDockerfile, "docker dockerfile"},
};

constexpr Row kModes[] = {
    {kBash, "shell-script zsh"},
    {kC, "c-ts"},
    {kCpp, "c++ cpp c++-ts"},
    {kCSharp, "csharp"},
    {kJavaScript, "js js2 js3 rjsx javascript"},
    {kObjectiveC, "objc"},
    {kPerl, "cperl perl"},
    {kPython, "py python-ts"},
    {kHcl, "terraform"},
    {kIni, "conf dosini gitconfig"},
    {kProperties, "jproperties java-properties"},
    {kXml, "nxml"},
    {kHtml, "xhtml mhtml"},
    {kMake, "makefile makefile-gmake makefile-automake automake"},
    {kOCaml, "tuareg caml"},
    {kErlang, "erl"},
};

constexpr std::array<std::string_view, 22> kTemplateExtensions = {
    "in",  "dist", "example", "sample",  "tmpl", "template", "tpl",  "j2",  "jinja", "jinja2", "erb",
    "ejs", "twig", "orig",    "default", "bak",  "mustache", "skel", "dev", "prod",  "local",  "stub"};

using Words = std::unordered_map<std::string_view, Language>;

template <std::size_t n>
Words words_of(const Row (&rows)[n]) {
  Words words;
  for (const Row& row : rows) {
    for (std::string_view rest = row.words; !rest.empty();) {
      const std::size_t blank = std::min(rest.find(' '), rest.size());
      words.emplace(rest.substr(0, blank), row.language);
      rest.remove_prefix(std::min(blank + 1, rest.size()));
    }
  }
  return words;
}

std::optional<Language> look_up(const Words& words, std::string_view word) {
  const auto found = words.find(word);
  return found == words.end() ? std::nullopt : std::optional(found->second);
}

NamedLanguage verdict_of(std::optional<Language> known, std::optional<Language> unsettled) {
  if (known) return {NameVerdict::kKnown, *known};
  if (unsettled) return {NameVerdict::kUnsettled, *unsettled};
  return {};
}

}  // namespace

NamedLanguage language_of_file_name(std::string_view name) {
  static const Words known = words_of(kFileNames);
  static const Words unsettled = words_of(kUnsettledFileNames);
  static const Words prefixes = words_of(kFileNamePrefixes);
  const NamedLanguage whole = verdict_of(look_up(known, name), look_up(unsettled, name));
  if (whole.verdict != NameVerdict::kUnknown) return whole;
  for (const auto& [prefix, language] : prefixes)
    if (name.starts_with(prefix)) return {NameVerdict::kKnown, language};
  return {};
}

NamedLanguage language_of_extension(std::string_view extension) {
  static const Words known = words_of(kExtensions);
  static const Words unsettled = words_of(kUnsettledExtensions);
  if (extension == "C" || extension == "H") return {NameVerdict::kKnown, kCpp};
  const std::string folded = to_lower_ascii(extension);
  return verdict_of(look_up(known, folded), look_up(unsettled, folded));
}

std::optional<Language> language_of_interpreter(std::string_view program) {
  static const Words interpreters = words_of(kInterpreters);
  return look_up(interpreters, program);
}

std::optional<Language> language_of_mode(std::string_view mode) {
  static const Words modes = words_of(kModes);
  const std::string folded = to_lower_ascii(mode);
  if (const auto language = look_up(modes, folded)) return language;
  return language_of_name(folded);
}

bool is_template_extension(std::string_view extension) {
  return std::ranges::find(kTemplateExtensions, extension) != kTemplateExtensions.end();
}

}  // namespace grove::syntax
