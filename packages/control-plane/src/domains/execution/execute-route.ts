// POST /execute and POST /execute/{tool_name}: the bytes go to the home's edge as they came, and its answer is written as
// it is. Stage 0 comes before authentication, so the edge does both.

import { textOf } from "@portcullis/edge";
import type { RawRoute } from "../../http/raw-route.js";
import { flatHeaders } from "../../http/request-ids.js";
import type { ExecutionHome } from "./execution-home.js";

const JSON_TYPE = "application/json; charset=utf-8";

/** The raw routes of tag execution. */
export function executeRoutes(home: ExecutionHome): Record<"execution.execute" | "execution.executeTool", RawRoute> {
  const route: RawRoute = {
    authenticatedBy: "handler",
    async handle({ context, request, reply, body, params, signal }) {
      const toolName = params.tool_name;
      const headers = flatHeaders(request.headers);
      const answer = await home.execute({
        body,
        // The request and trace ids of the transport are those of the row, given or generated.
        headers: { ...headers, "x-request-id": headers["x-request-id"] ?? context.requestId },
        address: context.address,
        signal,
        ...(toolName === undefined ? {} : { toolNameInPath: toolName }),
      });
      await reply.code(answer.status).headers(answer.headers).type(JSON_TYPE).send(textOf(answer.body));
    },
  };
  return { "execution.execute": route, "execution.executeTool": route };
}
