// JSON is written as Qt writes it, byte for byte, or on one line: reports look as they always did.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <bit>
#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/split_mix.h"
#include "core/base/text.h"
#include "core/run/report.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {
/// As Qt writes what it read.
QByteArray again(const QByteArray& text) { return QJsonDocument::fromJson(text).toJson(); }
QByteArray textOf(const Json& json) { return QByteArray::fromStdString(json.text()); }
} // namespace

class CoreJson : public QObject {
    Q_OBJECT
private slots:
    void brackets() {
        const Json json = Json::Object{{"b", Json::Array{1, true, Json(), "x"}},
                                       {"a", Json::Object{{"z", Json::Array()}, {"y", Json::Object()}}},
                                       {"C", false}};
        const QJsonObject same{{"b", QJsonArray{1, true, QJsonValue(), "x"}},
                               {"a", QJsonObject{{"z", QJsonArray()}, {"y", QJsonObject()}}},
                               {"C", false}};
        QCOMPARE(textOf(json), QJsonDocument(same).toJson());
        QCOMPARE(textOf(Json(Json::Array{json, json})), QJsonDocument(QJsonArray{same, same}).toJson());
    }

    void texts() {
        std::string all;
        for (int c = 1; c < 0x80; ++c)
            all += char(c);
        all += "\xc2\x85 caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80";
        const Json json = Json::Object{{"text", all}};
        QCOMPARE(textOf(json), QJsonDocument(QJsonObject{{"text", QString::fromStdString(all)}}).toJson());
        QCOMPARE(textOf(Json::Object{{"text", "caf\xe9\n"}}), QByteArray("{\n    \"text\": \"caf\\\\xe9\\n\"\n}\n"));
    }

    /// Any double, and those that reports are full of. From 2^53 to 1e22 Qt has zeros for digits that do not matter.
    void numbers() {
        SplitMix random(7);
        Json json = Json::Array();
        QJsonArray same;
        const auto add = [&](double value) {
            if (std::abs(value) > 0x1p53 && std::abs(value) < 1e22) return;
            json.append(value);
            same.append(value);
        };
        for (double value :
             {0.0, -0.0, 1.0, -1.5, 1e15, 1e16, 1e17, 0x1p62, -0x1p63, 1e300, 5e-324, 0.1, 1e-5, 123456.5})
            add(value);
        for (int i = 0; i < 20000; ++i) {
            add(std::bit_cast<double>(random.next()));
            add(double(random.next() >> 40) / 1000);
            add(double(random.next() >> 20) / 1e9);
            add(random.symmetric() * std::pow(10, int(random.below(24)) - 12));
        }
        QCOMPARE(textOf(json), QJsonDocument(same).toJson());
        QCOMPARE(Json(std::numeric_limits<double>::infinity()).text(), std::string("null\n"));
        QCOMPARE(Json(std::numeric_limits<double>::quiet_NaN()).text(), std::string("null\n"));
    }

    /// As reports of measurements are: members as they were put in, lines only where a list has them.
    void onOneLine() {
        const auto textOf = [](const Json& json) { return json.text(JsonForm::OneLine); };
        Json json = Json::Object{{"b", Json::Array{1, 2}}, {"a", Json::Object{{"z", true}, {"y", Json()}}}};
        json["rows"] = Json::lines({Json::Object{{"n", 1}}, "x"});
        QCOMPARE(textOf(json), std::string("{\"b\": [1, 2], \"a\": {\"z\": true, \"y\": null}, \"rows\": [\n"
                                           "  {\"n\": 1},\n  \"x\"\n]}\n"));
        QCOMPARE(textOf(Json::Array{Json::Array(), Json::Object(), Json::lines({})}), std::string("[[], {}, []]\n"));
        QCOMPARE(textOf("a\"b\\c\n"), std::string("\"a\\\"b\\\\c\\n\"\n"));
        QCOMPARE(textOf("caf\xc3\xa9\t"), std::string("\"caf\xc3\xa9\\t\"\n"));
        QCOMPARE(textOf("caf\xe9.png"), std::string("\"caf\\\\xe9.png\"\n"));
    }

    /// On one line they are the cells of a CSV file.
    void numbersOnOneLine() {
        for (double value : {0.0, -0.0, 0.5, -3.0, 1e-5, 0.0001, 1e-7, 123456.5, 1e14, 1e300, 2147483648.0})
            QCOMPARE(Json(value).text(JsonForm::OneLine), numberText(value) + "\n");
        QCOMPARE(Json(INFINITY).text(JsonForm::OneLine), std::string("null\n"));
    }

    void membersStayInPlace() {
        Json json = Json::Object{{"b", 1}, {"a", 2}};
        json["b"] = 3;
        json["c"] = 4;
        json.erase("a");
        json.erase("nothing");
        QCOMPARE(json.text(JsonForm::OneLine), std::string("{\"b\": 3, \"c\": 4}\n"));
        QCOMPARE(json.size(), std::size_t(2));
    }

    /// What this program wrote is read again as it was.
    void whatIsWrittenIsRead() {
        const Json all = Json::Object{{"list", Json::Array{1, -2.5, 1e300, 1e-7, 123456789012.0, true, false, Json(),
                                                           Json::Array(), Json::Object()}},
                                      {"text", "a\"b\\c\n\t\x01/caf\xc3\xa9"},
                                      {"bytes", "caf\xe9"},
                                      {"rows", Json::lines({Json::Object{{"n", 1}}, "x"})}};
        for (const JsonForm form : {JsonForm::Indented, JsonForm::OneLine})
            QCOMPARE(Json::parsed(all.text(form)).text(), all.text());
        const Json read = Json::parsed(all.text());
        QCOMPARE(read.find("list")->elements().size(), std::size_t(10));
        QCOMPARE(read.find("list")->elements()[1].number(), -2.5);
        QVERIFY(!read.find("nothing") && read.find("text")->elements().empty());
        QCOMPARE(Json::parsed("\"\\u00e9\\ud83d\\ude00\\/\"").text(), std::string("\"\xc3\xa9\xf0\x9f\x98\x80/\"\n"));
    }

    void otherTextsAreNotRead() {
        const std::string deep(100000, '[');
        for (const std::string text :
             {"", "{", "[1,]", "{\"a\" 1}", "{a: 1}", "nul", "1 2", "\"a", "\"\\x\"", "\"\\u12\"", "\"\\ud83d\"",
              "\"\\ud83d\\u0041\"", "\"\\ude00\"", "\"caf\xe9\"", "inf", "-nan", "my notes", deep.c_str()})
            QVERIFY_THROWS_EXCEPTION(Error, Json::parsed(text));
    }

    void fieldsByTheirDescription() {
        KernelReport kernel;
        kernel.name = "one";
        kernel.timingsUs = {1, 2.5};
        const QByteArray text = textOf(fieldsJson(kernel));
        QCOMPARE(again(text), text);
        const QJsonObject json = QJsonDocument::fromJson(text).object();
        QCOMPARE(json["samples_us"].toArray(), (QJsonArray{1, 2.5}));
        QCOMPARE(json["global"].toArray(), (QJsonArray{0, 0}));
        QCOMPARE(json.size(), 13);
    }
};

LIGHTBENCH_TEST(CoreJson, NoApplication)
#include "core_json.moc"
