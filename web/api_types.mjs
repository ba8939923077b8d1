// Makes TypeScript types of the answers that /openapi.json describes (OpenAPI 3.1, JSON Schema 2020-12, as far as ours uses them).

const name_of = (reference) => reference.slice(reference.lastIndexOf("/") + 1);

function object_type(schema) {
  const { properties, additionalProperties, required = [] } = schema;
  if (!properties) return `Record<string, ${additionalProperties ? type_of(additionalProperties) : "unknown"}>`;
  const fields = Object.entries(properties).map(
    ([name, inner]) => `${JSON.stringify(name)}${required.includes(name) ? "" : "?"}: ${type_of(inner)};`,
  );
  return `{ ${fields.join(" ")} }`;
}

function type_of(schema) {
  if (schema.$ref) return `Schemas["${name_of(schema.$ref)}"]`;
  if (schema.allOf) return schema.allOf.map(type_of).join(" & ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (Array.isArray(schema.type)) return schema.type.map((type) => type_of({ type })).join(" | ");
  switch (schema.type) {
    case "array":
      return `(${type_of(schema.items)})[]`;
    case "object":
      return object_type(schema);
    case "integer":
      return "number";
    case "string":
    case "number":
    case "boolean":
    case "null":
      return schema.type;
    default:
      return "unknown";
  }
}

/** The text of web/src/api/schema.ts, not yet formatted. */
export function types_of(document) {
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => `${name}: ${type_of(schema)};`);
  return `// What the server answers, made of its /openapi.json (web/api_types.mjs).\nexport interface Schemas {\n${schemas.join("\n")}\n}\n`;
}
