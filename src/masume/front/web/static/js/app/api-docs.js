// Lists the endpoints and bodies that /openapi.json describes. No library: pages load nothing from other sites.

export {};

const el = (name, text) => {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  return made;
};

const resolve = (spec, schema) =>
  schema?.$ref ? spec.components.schemas[schema.$ref.split("/").pop()] : schema;

function typeOf(spec, field) {
  if (field.$ref) return field.$ref.split("/").pop();
  if (field.anyOf) return field.anyOf.map((item) => typeOf(spec, item)).join(" or ");
  if (field.enum) return field.enum.join(" | ");
  if (field.type === "integer" || field.type === "number") return field.type + bounds(field);
  if (field.type === "array") return `list of ${typeOf(spec, field.items ?? {})}`;
  return field.type ?? "anything";
}

function bounds({ minimum, exclusiveMinimum, maximum }) {
  const low = minimum ?? exclusiveMinimum;
  const least = low === undefined ? "" : `${exclusiveMinimum === undefined ? "from" : "above"} ${low} `;
  const most = maximum === undefined ? "" : `up to ${maximum}`;
  return least || most ? ` (${(least + most).trim()})` : "";
}

function fieldTable(spec, schema) {
  const table = el("table");
  const head = el("tr");
  for (const title of ["field", "type", "default"]) head.append(el("th", title));
  table.append(head);
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const row = el("tr");
    const needed = (schema.required ?? []).includes(name);
    const value = needed ? "needed" : JSON.stringify(field.default ?? null);
    for (const text of [name, typeOf(spec, field), value]) row.append(el("td", text));
    table.append(row);
  }
  return table;
}

function entry(spec, path, method, operation) {
  const section = el("section");
  section.append(el("h2", `${method.toUpperCase()} ${path}`));
  if (operation.description) section.append(el("p", operation.description));
  const body = operation.requestBody?.content?.["application/json"]?.schema;
  if (body) {
    const schema = resolve(spec, body);
    if (schema.description) section.append(el("p", schema.description));
    section.append(fieldTable(spec, schema));
  }
  return section;
}

const spec = await (await fetch("/openapi.json")).json();
const list = document.getElementById("list");
for (const [path, methods] of Object.entries(spec.paths)) {
  for (const [method, operation] of Object.entries(methods)) {
    list.append(entry(spec, path, method, operation));
  }
}

list.append(el("h2", "What the bodies hold"));
for (const [name, schema] of Object.entries(spec.components.schemas)) {
  if (!schema.properties || name.includes("Validation")) continue;
  const section = el("section");
  section.append(el("h3", name));
  if (schema.description) section.append(el("p", schema.description));
  section.append(fieldTable(spec, schema));
  list.append(section);
}
