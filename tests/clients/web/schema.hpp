#pragma once

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <string>

namespace crownd::testing {

/// Checks answers against the API's description, with the subset of JSON Schema that it uses.
class Description {
 public:
  using Json = nlohmann::json;

  Description() : document_(Json::parse(std::ifstream(CROWND_SOURCE_DIR "/clients/web/openapi.json"))) {}

  /// The fault of an answer to a request for this path; empty if there is none.
  [[nodiscard]] std::string fault(const std::string& path, const std::string& method, unsigned status,
                                  const Json& answer) const {
    const auto& paths = document_.at("paths");
    if (!paths.contains(path)) return fault(answer, schema("Error"), path);
    if (!paths.at(path).contains(method)) return fault(answer, schema("Error"), path);
    const auto& responses = paths.at(path).at(method).at("responses");
    const auto code = std::to_string(status);
    if (!responses.contains(code)) return "the status " + code + " is not described";
    return fault(answer, resolved(responses.at(code)).at("content").at("application/json").at("schema"), path);
  }

  [[nodiscard]] const Json& document() const { return document_; }

 private:
  /// Follows a reference.
  [[nodiscard]] const Json& resolved(const Json& part) const {
    if (!part.contains("$ref")) return part;
    return document_.at(Json::json_pointer(part.at("$ref").get<std::string>().substr(1)));
  }

  [[nodiscard]] const Json& schema(const std::string& name) const {
    return document_.at("components").at("schemas").at(name);
  }

  [[nodiscard]] static bool has_type(const Json& value, const std::string& type) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "integer") return value.is_number_integer();
    if (type == "boolean") return value.is_boolean();
    return false;
  }

  [[nodiscard]] std::string fault(const Json& value, const Json& schema, const std::string& where) const {
    if (schema.contains("$ref")) return fault(value, resolved(schema), where);
    if (schema.contains("oneOf")) {
      const auto& choices = schema.at("oneOf");
      const auto fitting = std::count_if(choices.begin(), choices.end(),
                                         [&](const Json& one) { return fault(value, one, where).empty(); });
      return fitting == 1 ? "" : where + " fits " + std::to_string(fitting) + " of the choices: " + value.dump();
    }
    if (!has_type(value, schema.at("type"))) return where + " has another type: " + value.dump();
    if (schema.contains("enum")) {
      const auto& words = schema.at("enum");
      if (std::find(words.begin(), words.end(), value) == words.end())
        return where + " is no such word: " + value.dump();
    }
    if (value.is_object()) return fault_of_object(value, schema, where);
    if (value.is_array()) return fault_of_array(value, schema, where);
    if (value.is_number() && (value < schema.value("minimum", value) || value > schema.value("maximum", value)))
      return where + " is out of range: " + value.dump();
    return "";
  }

  [[nodiscard]] std::string fault_of_object(const Json& value, const Json& schema, const std::string& where) const {
    for (const auto& key : schema.value("required", Json::array()))
      if (!value.contains(key.get<std::string>())) return where + " lacks " + key.get<std::string>();
    const auto properties = schema.value("properties", Json::object());
    for (const auto& [key, part] : value.items()) {
      const auto& more = schema.at("additionalProperties");
      if (!properties.contains(key) && more == false) return where + " has " + key + ", which is not described";
      auto wrong = fault(part, properties.contains(key) ? properties.at(key) : more, where + "." + key);
      if (!wrong.empty()) return wrong;
    }
    return "";
  }

  [[nodiscard]] std::string fault_of_array(const Json& value, const Json& schema, const std::string& where) const {
    if (value.size() < schema.value("minItems", std::size_t{0})) return where + " is too short";
    for (const auto& item : value) {
      auto wrong = fault(item, schema.at("items"), where + "[]");
      if (!wrong.empty()) return wrong;
    }
    return "";
  }

  Json document_;
};

}  // namespace crownd::testing
