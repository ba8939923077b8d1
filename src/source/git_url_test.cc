#include "source/git_url.h"

#include <gtest/gtest.h>

#include <random>

#include "source/git.h"

namespace grove::source {
namespace {

TEST(GitUrl, SecretsAreTakenOutOfTheAddress) {
  const auto url = parse_git_url("https://bob:p%40ss@host.example:8443/a/b.git?token=x#y");
  ASSERT_TRUE(url);
  EXPECT_EQ(url->address, "https://host.example:8443/a/b.git");
  EXPECT_EQ(url->origin, "https://host.example:8443");
  EXPECT_EQ(url->user, "bob");
  EXPECT_EQ(url->password, "p@ss");
  EXPECT_TRUE(url->private_channel);
  EXPECT_EQ(parse_git_url("https://a@b:c@host.example/x")->address, "https://host.example/x");
  EXPECT_EQ(parse_git_url("ssh://git:secret@host.example:22/a.git")->address, "ssh://git@host.example:22/a.git");
  EXPECT_EQ(parse_git_url("git://bob@host.example/a.git")->address, "git://host.example/a.git");
}

TEST(GitUrl, TheUsualFormsAreKept) {
  for (const char* url : {"git@host.example:team/a.git", "host.example:a.git", "ssh://git@host.example/a.git", "https://host.example/a.git",
                          "file:///srv/a.git", "/srv/a.git", "../a", "a b", "C/D:E"})
    EXPECT_EQ(parse_git_url(url)->address, url) << url;
  EXPECT_EQ(parse_git_url("git@host.example:a.git")->kind, GitUrl::Kind::kSsh);
  EXPECT_EQ(parse_git_url("./a:b")->kind, GitUrl::Kind::kLocal);
  EXPECT_FALSE(parse_git_url("http://host.example/a")->private_channel);
  EXPECT_TRUE(parse_git_url("http://127.0.0.1:8080/a")->private_channel);
  EXPECT_FALSE(parse_git_url("http://127.0.0.1.evil.example@host.example/a")->private_channel);
}

TEST(GitUrl, WhatWouldRunAProgramOrReadAsAnOptionIsRefused) {
  for (const char* url : {"", "--upload-pack=touch /tmp/x", "-oProxyCommand=x", "ext::sh -c whoami", "fd::17", "transport-helper::x",
                          "ssh://-oProxyCommand=whoami/x", "ssh://-a@host/x", "-host:path", "user@-oProxyCommand=x:y", "https://host/a\nb",
                          "https://u:secret%40host/a", "gopher://host/a", "https:///a", ":path"}) {
    const auto parsed = parse_git_url(url);
    ASSERT_FALSE(parsed) << url;
    EXPECT_EQ(parsed.error().code, ErrorCode::kInvalidArgument);
    EXPECT_FALSE(parsed.error().hint.empty());
  }
}

TEST(GitUrl, NoErrorAndNoSafeUrlShowsAPassword) {
  for (const char* url : {"gopher://u:hunter2@host/a", "https://u:hunter2@host/a", "https://u:hunter2@", "ssh://u:hunter2@-host/a",
                          "https://u:hunter2@host/a?hunter2"}) {
    EXPECT_EQ(Git::safe_url(url).find("hunter2"), std::string::npos) << url;
    const auto parsed = parse_git_url(url);
    const std::string shown = parsed ? parsed->address : describe(parsed.error());
    EXPECT_EQ(shown.find("hunter2"), std::string::npos) << shown;
  }
}

TEST(GitUrl, AnyBytesAreAccepted) {
  std::mt19937 random(5);
  for (int round = 0; round < 20000; ++round) {
    std::string url = random() % 2 == 0 ? "https://" : "";
    for (auto i = random() % 30; i > 0; --i) url += "a:/@-%#?.[]\n\xFF"[random() % 13];
    const auto parsed = parse_git_url(url);
    if (!parsed || parsed->kind != GitUrl::Kind::kHttp) continue;
    EXPECT_EQ(parse_git_url(parsed->address)->address, parsed->address);
  }
}

}  // namespace
}  // namespace grove::source
