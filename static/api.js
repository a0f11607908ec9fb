// Swagger UI over our own document, from our own host: no validator elsewhere, keys are not kept.
"use strict";
const place = document.getElementById("api");
SwaggerUIBundle({
  url: place.dataset.document,
  domNode: place,
  deepLinking: true,
  docExpansion: "none",
  filter: true,
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
  validatorUrl: null,
});
