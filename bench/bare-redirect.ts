import fastify from "fastify";

/** The baseline of the redirect bench, in its own process: a route that redirects to a fixed URL. */
const app = fastify();
app.get("/c/*", async (_request, reply) => reply.redirect("https://shop.example/offer?id=1"));
const url = await app.listen({ host: "127.0.0.1", port: 0 });
process.send?.({ url });
process.on("disconnect", () => process.exit(0));
