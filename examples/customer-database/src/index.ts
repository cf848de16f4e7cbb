// The example as a library: start the tool inside another program.

export { createCustomerTool } from "./server.js";
