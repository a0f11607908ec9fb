// Swagger UI for this server's OpenAPI document. No validator on another host; keys are not stored.
"use strict";
const container = document.getElementById("api");
SwaggerUIBundle({
  url: container.dataset.document,
  domNode: container,
  deepLinking: true,
  docExpansion: "none",
  filter: true,
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
  validatorUrl: null,
});
// With JavaScript the choice itself shows the other document.
const choice = document.querySelector("form");
choice.querySelector("button").hidden = true;
choice.addEventListener("change", () => choice.submit());
