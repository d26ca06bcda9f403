// Starts Swagger UI on /docs. No inline script, so that the content security policy needs no exception.

// @ts-check
const place = /** @type {HTMLElement} */ (document.getElementById("swagger-ui"));

window.SwaggerUIBundle({
  domNode: place,
  url: place.dataset.openapi,
  deepLinking: true,
  defaultModelsExpandDepth: -1,
  tryItOutEnabled: true,
  // The validator badge would be an image from another host.
  validatorUrl: null,
});
