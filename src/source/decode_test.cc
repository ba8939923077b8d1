#include "source/decode.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "base/utf8.h"

namespace grove::source {
namespace {

using testing::HasSubstr;
using namespace std::string_literals;

DecodedFile decode(std::string bytes, std::string_view path = "a.c") { return decode_file(path, std::move(bytes)); }

TEST(Decode, Utf8StaysAsItIs) {
  const std::string text = "int größe; // 漢字 🎉\r\nint b;\rint c;\n";
  const DecodedFile file = decode(text);
  EXPECT_EQ(file.state, FileState::kIndexed);
  EXPECT_EQ(file.encoding, Encoding::kUtf8);
  EXPECT_EQ(file.text, text) << "line ends are not touched";
  EXPECT_EQ(decode("").state, FileState::kIndexed);
}

TEST(Decode, ByteOrderMarksAreTakenAwayAndObeyed) {
  EXPECT_EQ(decode("\xEF\xBB\xBFint a;").text, "int a;");
  EXPECT_EQ(decode("\xEF\xBB\xBFint a;").encoding, Encoding::kUtf8Bom);
  EXPECT_EQ(decode("\xFF\xFE"
                   "a\0\x2D\x4E\x3C\xD8\x89\xDF"s)
                .text,
            "a中🎉");
  EXPECT_EQ(decode("\xFF\xFE"
                   "a\0"s)
                .encoding,
            Encoding::kUtf16Le);
  EXPECT_EQ(decode("\xFE\xFF\0a\x4E\x2D"s).text, "a中");
  EXPECT_EQ(decode("\xFE\xFF\0a"s).encoding, Encoding::kUtf16Be);
  EXPECT_EQ(decode("\xFF\xFE\0\0a\0\0\0"s).text, "a");
  EXPECT_EQ(decode("\xFF\xFE"s).text, "");
}

TEST(Decode, Utf16WithoutAMarkIsFoundByItsZeros) {
  std::string little;
  std::string big;
  for (const char c : "class Program { static void Main() {} }\r\n"s) {
    little += {c, '\0'};
    big += {'\0', c};
  }
  little += "\x2D\x4E";
  EXPECT_EQ(decode(little).text, "class Program { static void Main() {} }\r\n中");
  EXPECT_EQ(decode(little).encoding, Encoding::kUtf16Le);
  EXPECT_EQ(decode(big).encoding, Encoding::kUtf16Be);
}

TEST(Decode, HalvesOfCharactersBecomeReplacements) {
  EXPECT_EQ(decode("\xFF\xFE\x00\xD8"
                   "a\0"s)
                .text,
            "\xEF\xBF\xBD"
            "a");
  EXPECT_EQ(decode("\xFF\xFE"
                   "a\0b"s)
                .text,
            "a\xEF\xBF\xBD");
  EXPECT_EQ(decode("// größe, schön, älter\nint x; // \xFF\n").text, "// größe, schön, älter\nint x; // \xEF\xBF\xBD\n");
}

struct LegacyCase {
  const char* name;
  Encoding encoding;
  std::string bytes;
  std::string text;
};

class Legacy : public ::testing::TestWithParam<LegacyCase> {};

TEST_P(Legacy, IsDecoded) {
  const DecodedFile file = decode(GetParam().bytes);
  EXPECT_EQ(file.state, FileState::kIndexed) << file.reason;
  EXPECT_EQ(file.text, GetParam().text);
  EXPECT_EQ(file.encoding, GetParam().encoding);
}

INSTANTIATE_TEST_SUITE_P(
    Encodings, Legacy,
    ::testing::Values(
        LegacyCase{"ShiftJis", Encoding::kOther,
                   "// \x94"
                   "F\x8F\xD8\x83g\x81[\x83N\x83\x93\x82\xF0\x8C\x9F\x8F\xD8\x82\xB7\x82\xE9\n// "
                   "\x97L\x8C\xF8\x8A\xFA\x8C\xC0\x82\xAA\x90\xD8\x82\xEA\x82\xBD\x8F\xEA\x8D\x87\x82\xCD\x97\xE1\x8AO\x82\xF0\x93\x8A\x82"
                   "\xB0\x82\xE9\nvoid verify(const char* s) { puts(\"\x95\\\x8E\xA6\\n\"); }\n",
                   "// 認証トークンを検証する\n// 有効期限が切れた場合は例外を投げる\nvoid verify(const char* s) { puts(\"表示\\n\"); }\n"},
        LegacyCase{"ShiftJisShort", Encoding::kOther, "int total; // \x8D\x87\x8Cv\x8B\xE0\x8Az\x82\xF0\x8Cv\x8EZ\x82\xB7\x82\xE9\n",
                   "int total; // 合計金額を計算する\n"},
        LegacyCase{"EucJp", Encoding::kOther,
                   "# \xA5\xC7\xA1\xBC\xA5\xBF\xA5\xD9\xA1\xBC\xA5\xB9\xA4\xCB\xC0\xDC\xC2\xB3\xA4\xB9\xA4\xEB\n# "
                   "\xA5\xE6\xA1\xBC\xA5\xB6\xA1\xBC\xA4\xCE\xB0\xEC\xCD\xF7\xA4\xF2\xBC\xE8\xC6\xC0\xA4\xB7\xA4\xC6\xCA\xD6\xA4\xB9\xB4"
                   "\xD8\xBF\xF4\ndef users(): pass\n",
                   "# データベースに接続する\n# ユーザーの一覧を取得して返す関数\ndef users(): pass\n"},
        LegacyCase{"EucKr", Encoding::kOther,
                   "/* \xBB\xE7\xBF\xEB\xC0\xDA \xC0\xCE\xC1\xF5 \xC5\xE4\xC5\xAB\xC0\xBB \xB0\xCB\xC1\xF5\xC7\xCF\xB4\xC2 "
                   "\xC7\xD4\xBC\xF6\xC0\xD4\xB4\xCF\xB4\xD9. */\n/* \xB8\xB8\xB7\xE1\xB5\xC8 \xB0\xE6\xBF\xEC \xBF\xB9\xBF\xDC\xB8\xA6 "
                   "\xB4\xF8\xC1\xFD\xB4\xCF\xB4\xD9. */\nint verify();\n",
                   "/* 사용자 인증 토큰을 검증하는 함수입니다. */\n/* 만료된 경우 예외를 던집니다. */\nint verify();\n"},
        LegacyCase{"Gbk", Encoding::kOther,
                   "// \xD1\xE9\xD6\xA4\xD3\xC3\xBB\xA7\xB5\xC4\xB7\xC3\xCE\xCA\xC1\xEE\xC5\xC6\n// "
                   "\xC8\xE7\xB9\xFB\xC1\xEE\xC5\xC6\xD2\xD1\xB9\xFD\xC6\xDA\xA3\xAC\xD4\xF2\xC5\xD7\xB3\xF6\xD2\xEC\xB3\xA3\nbool "
                   "verify(Token token);\n",
                   "// 验证用户的访问令牌\n// 如果令牌已过期，则抛出异常\nbool verify(Token token);\n"},
        LegacyCase{"GbkShort", Encoding::kOther, "int a; // \xBC\xC6\xCB\xE3\xD7\xDC\xBD\xF0\xB6\xEE\n", "int a; // 计算总金额\n"},
        LegacyCase{"Big5", Encoding::kOther,
                   "// \xC5\xE7\xC3\xD2\xA8\xCF\xA5\xCE\xAA\xCC\xAA\xBA\xA6s\xA8\xFA\xC5v\xA7\xFA\n// "
                   "\xA6p\xAAG\xC5v\xA7\xFA\xA4w\xB9L\xB4\xC1\xA1"
                   "A\xABh\xA5\xE1\xA5X\xA8\xD2\xA5~\xAA\xAC\xAAp\nbool verify(Token token);\n",
                   "// 驗證使用者的存取權杖\n// 如果權杖已過期，則丟出例外狀況\nbool verify(Token token);\n"},
        LegacyCase{"Koi8", Encoding::kOther,
                   "/* \xF0\xD2\xCF\xD7\xC5\xD2\xD1\xC5\xD4 \xCD\xC1\xD2\xCB\xC5\xD2 \xC4\xCF\xD3\xD4\xD5\xD0\xC1 "
                   "\xD0\xCF\xCC\xD8\xDA\xCF\xD7\xC1\xD4\xC5\xCC\xD1 \xC9 \xD7\xCF\xDA\xD7\xD2\xC1\xDD\xC1\xC5\xD4 \xD0\xD2\xC1\xD7\xC1 "
                   "*/\n/* \xE5\xD3\xCC\xC9 \xD3\xD2\xCF\xCB \xC9\xD3\xD4\xA3\xCB, \xD7\xD9\xC2\xD2\xC1\xD3\xD9\xD7\xC1\xC5\xD4 "
                   "\xC9\xD3\xCB\xCC\xC0\xDE\xC5\xCE\xC9\xC5 */\nint verify(void);\n",
                   "/* Проверяет маркер доступа пользователя и возвращает права */\n/* Если срок истёк, выбрасывает исключение */\nint "
                   "verify(void);\n"},
        LegacyCase{"Cp1251", Encoding::kOther,
                   "/* \xCF\xF0\xEE\xE2\xE5\xF0\xFF\xE5\xF2 \xEC\xE0\xF0\xEA\xE5\xF0 \xE4\xEE\xF1\xF2\xF3\xEF\xE0 "
                   "\xEF\xEE\xEB\xFC\xE7\xEE\xE2\xE0\xF2\xE5\xEB\xFF \xE8 \xE2\xEE\xE7\xE2\xF0\xE0\xF9\xE0\xE5\xF2 \xEF\xF0\xE0\xE2\xE0 "
                   "*/\n/* \xC5\xF1\xEB\xE8 \xF1\xF0\xEE\xEA \xE8\xF1\xF2\xB8\xEA, \xE2\xFB\xE1\xF0\xE0\xF1\xFB\xE2\xE0\xE5\xF2 "
                   "\xE8\xF1\xEA\xEB\xFE\xF7\xE5\xED\xE8\xE5 */\nint verify(void);\n",
                   "/* Проверяет маркер доступа пользователя и возвращает права */\n/* Если срок истёк, выбрасывает исключение */\nint "
                   "verify(void);\n"},
        LegacyCase{"Latin1", Encoding::kLatin1,
                   "/* Auteur: Jos\xE9 M\xFCller, v\xE9rifie l'acc\xE8s de l'\xE9l\xE8ve */\nint verify(void);\n",
                   "/* Auteur: José Müller, vérifie l'accès de l'élève */\nint verify(void);\n"},
        LegacyCase{"Cp1252", Encoding::kLatin1,
                   "/* \x93Smart quotes\x94 and an em dash \x97 from a word processor: \x80"
                   "5 */\nint price;\n",
                   "/* “Smart quotes” and an em dash — from a word processor: €5 */\nint price;\n"},
        LegacyCase{"OneAccent", Encoding::kLatin1, "# Author: Ren\xE9\nimport os\n", "# Author: René\nimport os\n"}),
    [](const auto& info) { return info.param.name; });

TEST(Decode, BinaryFilesAreToldByWhatTheyAre) {
  EXPECT_EQ(decode("\x89PNG\r\n\x1A\n123").reason, "binary: PNG image");
  EXPECT_EQ(decode("%PDF-1.7\n%text").reason, "binary: PDF document");
  EXPECT_EQ(decode("PK\3\4abc").reason, "binary: ZIP archive");
  EXPECT_EQ(decode("\x7F"
                   "ELF\2\1\1"s)
                .reason,
            "binary: ELF program or library");
  EXPECT_EQ(decode("int a;\0\1\2 xyz"s).reason, "binary: it holds NUL bytes");
  EXPECT_EQ(decode("\1\2\3\4\5 abc").reason, "binary: it holds many control bytes");
  for (const auto state : {decode("\x89PNG\r\n\x1A\n").state, decode("ab\0b\1"s).state}) EXPECT_EQ(state, FileState::kBinary);
  EXPECT_EQ(decode("BZh is a name, GIF too, MZ as well").state, FileState::kIndexed);
  EXPECT_EQ(decode("\x1B[31mred\x1B[0m \f page").state, FileState::kIndexed) << "escape sequences and form feeds are text";
}

std::string repeated(std::string_view piece, std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += piece;
  return text;
}

TEST(Decode, MinifiedCodeIsToldFromWrittenCode) {
  const std::string minified = repeated("function a(b,c){return b+c*d(e)}var f=a(1,2);", 3000);
  EXPECT_EQ(decode(minified, "lib/app.js").state, FileState::kMinified);
  EXPECT_THAT(decode(minified, "lib/app.js").reason, HasSubstr("minified: a line of 2.9 KB"));
  EXPECT_EQ(decode("var a=1;", "jquery.min.js").state, FileState::kMinified);
  EXPECT_EQ(decode(minified, "notes.txt").state, FileState::kIndexed);
  EXPECT_EQ(decode(repeated("const long = [1, 2, 3]; // a written line\n", 9000), "a.js").state, FileState::kIndexed);
  EXPECT_EQ(decode(repeated("function f() {\n  return 1;\n}\n", 3000) + "const icon = '" + repeated("QUJD", 2000) + "';\n", "a.js").state,
            FileState::kIndexed)
      << "one embedded image does not make a file minified";
}

TEST(Decode, DataForMachinesIsToldFromGeneratedCode) {
  EXPECT_EQ(decode("{\"version\":3,\"mappings\":\"AAAA\"}", "app.js.map").reason, "a source map");
  EXPECT_EQ(decode("e1m1: the first map\n", "doom.map").state, FileState::kIndexed);
  EXPECT_EQ(decode(repeated("{\"k\":[1,2,3],\"w\":\"abc\"},", 200'000), "data.json").state, FileState::kGenerated);
  EXPECT_EQ(decode(repeated("{\"k\":[1,2,3],\"w\":\"abc\"},", 20'000), "data.json").state, FileState::kIndexed);
  EXPECT_EQ(decode(repeated("0x12, 0x34, 0xAB,\n", 200'000), "firmware.h").reason, "a table of numbers");
  EXPECT_EQ(decode("// Code generated by protoc-gen-go. DO NOT EDIT.\npackage api\n", "api.pb.go").state, FileState::kIndexed);
  EXPECT_EQ(decode(repeated("This is prose that somebody wrote on one line. ", 200'000), "book.md").state, FileState::kIndexed);
}

TEST(Decode, AnyBytesGiveValidTextOrAReason) {
  std::mt19937 random(11);
  for (int round = 0; round < 3000; ++round) {
    std::string bytes;
    const auto kind = random() % 4;
    for (auto i = random() % 200; i > 0; --i)
      bytes += static_cast<char>(kind == 0   ? random()
                                 : kind == 1 ? 0x80 + random() % 128
                                 : kind == 2 ? random() % 128
                                             : "a\0\xFF\xFE\xEF\xBB\xBF\n"[random() % 8]);
    const DecodedFile file = decode(bytes);
    ASSERT_TRUE(is_valid_utf8(file.text));
    ASSERT_EQ(file.state == FileState::kIndexed, file.reason.empty());
  }
}

TEST(Decode, ACutFileIsStillRead) {
  const std::string text = "// 認証トークンを検証する関数です。有効期限も確かめます。\nvoid f();\n";
  for (std::size_t size = 30; size < text.size(); ++size) {
    const DecodedFile file = decode(text.substr(0, size));
    ASSERT_EQ(file.state, FileState::kIndexed);
    ASSERT_EQ(file.encoding, Encoding::kUtf8) << size;
  }
}

}  // namespace
}  // namespace grove::source
