// Generated from the contract by scripts/generate.ts; do not edit.

/** How an operation is called. */
export interface OperationEntry {
  readonly method: string;
  readonly path: string;
  readonly params: readonly string[];
  readonly input: "body" | "query" | "none";
  readonly answer: "envelope" | "nothing" | "event-stream" | "html" | "text" | "json";
  readonly paged: boolean;
  /** Sending it again changes nothing more. */
  readonly repeatable: boolean;
  readonly anonymous: boolean;
  /** `tenant_id` in the path is the client's own tenant. */
  readonly ownTenant: boolean;
}

export const operationTable: Readonly<Record<string, OperationEntry>> = {
  "auth.token": {"method":"POST","path":"/auth/token","params":[],"input":"body","answer":"envelope","paged":false,"repeatable":false,"anonymous":true,"ownTenant":false},
  "auth.agentToken": {"method":"POST","path":"/auth/agent/token","params":[],"input":"body","answer":"envelope","paged":false,"repeatable":false,"anonymous":false,"ownTenant":false},
  "auth.me": {"method":"GET","path":"/auth/me","params":[],"input":"none","answer":"envelope","paged":false,"repeatable":true,"anonymous":false,"ownTenant":false},
  "auth.introspect": {"method":"POST","path":"/auth/introspect","params":[],"input":"body","answer":"envelope","paged":false,"repeatable":true,"anonymous":false,"ownTenant":false},
  "auth.refresh": {"method":"POST","path":"/auth/refresh","params":[],"input":"none","answer":"envelope","paged":false,"repeatable":false,"anonymous":false,"ownTenant":false},
  "auth.logout": {"method":"POST","path":"/auth/logout","params":[],"input":"none","answer":"nothing","paged":false,"repeatable":false,"anonymous":false,"ownTenant":false},
  "auth.revoke": {"method":"POST","path":"/auth/revoke","params":[],"input":"body","answer":"nothing","paged":false,"repeatable":false,"anonymous":false,"ownTenant":false},
  "auth.createUser": {"method":"POST","path":"/auth/users","params":[],"input":"body","answer":"envelope","paged":false,"repeatable":false,"anonymous":false,"ownTenant":false},
  "auth.createCredentials": {"method":"POST","path":"/auth/credentials","params":[],"input":"body","answer":"envelope","paged":false,"repeatable":false,"anonymous":false,"ownTenant":false},
  "auth.saveTenant": {"method":"POST","path":"/auth/tenants","params":[],"input":"body","answer":"envelope","paged":false,"repeatable":false,"anonymous":false,"ownTenant":false},
  "auth.getTenant": {"method":"GET","path":"/auth/tenants/{tenant_id}","params":["tenant_id"],"input":"none","answer":"envelope","paged":false,"repeatable":true,"anonymous":false,"ownTenant":true},
  "users.list": {"method":"GET","path":"/users","params":[],"input":"query","answer":"envelope","paged":true,"repeatable":true,"anonymous":false,"ownTenant":false},
  "apiKeys.validate": {"method":"POST","path":"/api-keys/validate","params":[],"input":"body","answer":"envelope","paged":false,"repeatable":true,"anonymous":true,"ownTenant":false},
  "apiKeys.create": {"method":"POST","path":"/api-keys","params":[],"input":"body","answer":"envelope","paged":false,"repeatable":false,"anonymous":false,"ownTenant":false},
  "apiKeys.list": {"method":"GET","path":"/api-keys","params":[],"input":"query","answer":"envelope","paged":true,"repeatable":true,"anonymous":false,"ownTenant":false},
  "apiKeys.revoke": {"method":"DELETE","path":"/api-keys/{key_id}","params":["key_id"],"input":"none","answer":"nothing","paged":false,"repeatable":true,"anonymous":false,"ownTenant":false},
  "agents.list": {"method":"GET","path":"/agents","params":[],"input":"query","answer":"envelope","paged":true,"repeatable":true,"anonymous":false,"ownTenant":false},
  "agents.summary": {"method":"GET","path":"/agents/summary","params":[],"input":"none","answer":"envelope","paged":false,"repeatable":true,"anonymous":false,"ownTenant":false},
  "agents.create": {"method":"POST","path":"/agents","params":[],"input":"body","answer":"envelope","paged":false,"repeatable":false,"anonymous":false,"ownTenant":false},
  "agents.get": {"method":"GET","path":"/agents/{agent_id}","params":["agent_id"],"input":"none","answer":"envelope","paged":false,"repeatable":true,"anonymous":false,"ownTenant":false},
  "agents.profile": {"method":"GET","path":"/agents/{agent_id}/profile","params":["agent_id"],"input":"none","answer":"envelope","paged":false,"repeatable":true,"anonymous":false,"ownTenant":false},
  "agents.update": {"method":"PATCH","path":"/agents/{agent_id}","params":["agent_id"],"input":"body","answer":"envelope","paged":false,"repeatable":false,"anonymous":false,"ownTenant":false},
  "agents.delete": {"method":"DELETE","path":"/agents/{agent_id}","params":["agent_id"],"input":"none","answer":"nothing","paged":false,"repeatable":true,"anonymous":false,"ownTenant":false},
  "agents.listPermissions": {"method":"GET","path":"/agents/{agent_id}/permissions","params":["agent_id"],"input":"query","answer":"envelope","paged":true,"repeatable":true,"anonymous":false,"ownTenant":false},
  "agents.grantPermission": {"method":"POST","path":"/agents/{agent_id}/permissions","params":["agent_id"],"input":"body","answer":"envelope","paged":false,"repeatable":false,"anonymous":false,"ownTenant":false},
  "agents.revokePermission": {"method":"DELETE","path":"/agents/{agent_id}/permissions/{permission_id}","params":["agent_id","permission_id"],"input":"none","answer":"nothing","paged":false,"repeatable":true,"anonymous":false,"ownTenant":false},
  "registry.listTools": {"method":"GET","path":"/registry/tools","params":[],"input":"query","answer":"envelope","paged":true,"repeatable":true,"anonymous":false,"ownTenant":false},
  "registry.createTool": {"method":"POST","path":"/registry/tools","params":[],"input":"body","answer":"envelope","paged":false,"repeatable":false,"anonymous":false,"ownTenant":false},
  "registry.updateTool": {"method":"PATCH","path":"/registry/tools/{tool_name}","params":["tool_name"],"input":"body","answer":"envelope","paged":false,"repeatable":false,"anonymous":false,"ownTenant":false},
  "registry.deleteTool": {"method":"DELETE","path":"/registry/tools/{tool_name}","params":["tool_name"],"input":"none","answer":"nothing","paged":false,"repeatable":true,"anonymous":false,"ownTenant":false},
  "tenant.getSettings": {"method":"GET","path":"/tenant/settings","params":[],"input":"none","answer":"envelope","paged":false,"repeatable":true,"anonymous":false,"ownTenant":false},
  "tenant.updateSettings": {"method":"PATCH","path":"/tenant/settings","params":[],"input":"body","answer":"envelope","paged":false,"repeatable":false,"anonymous":false,"ownTenant":false},
  "tenant.quota": {"method":"GET","path":"/tenant/quota","params":[],"input":"none","answer":"envelope","paged":false,"repeatable":true,"anonymous":false,"ownTenant":false},
  "killSwitch.get": {"method":"GET","path":"/decision/kill-switch/{tenant_id}","params":["tenant_id"],"input":"none","answer":"envelope","paged":false,"repeatable":true,"anonymous":false,"ownTenant":true},
  "killSwitch.engage": {"method":"POST","path":"/decision/kill-switch/{tenant_id}","params":["tenant_id"],"input":"body","answer":"envelope","paged":false,"repeatable":true,"anonymous":false,"ownTenant":true},
  "killSwitch.disengage": {"method":"DELETE","path":"/decision/kill-switch/{tenant_id}","params":["tenant_id"],"input":"body","answer":"envelope","paged":false,"repeatable":true,"anonymous":false,"ownTenant":true},
  "decision.summary": {"method":"GET","path":"/decision/summary","params":[],"input":"query","answer":"envelope","paged":false,"repeatable":true,"anonymous":false,"ownTenant":false},
  "decision.history": {"method":"GET","path":"/decision/history","params":[],"input":"query","answer":"envelope","paged":true,"repeatable":true,"anonymous":false,"ownTenant":false},
  "policy.list": {"method":"GET","path":"/policy","params":[],"input":"query","answer":"envelope","paged":true,"repeatable":true,"anonymous":false,"ownTenant":false},
  "policy.upload": {"method":"POST","path":"/policy/upload","params":[],"input":"body","answer":"envelope","paged":false,"repeatable":false,"anonymous":false,"ownTenant":false},
  "policy.test": {"method":"POST","path":"/policy/test","params":[],"input":"body","answer":"envelope","paged":false,"repeatable":true,"anonymous":false,"ownTenant":false},
  "policy.simulate": {"method":"POST","path":"/policy/simulate","params":[],"input":"body","answer":"envelope","paged":false,"repeatable":true,"anonymous":false,"ownTenant":false},
  "risk.getSignalWeights": {"method":"GET","path":"/risk/signal-weights","params":[],"input":"none","answer":"envelope","paged":false,"repeatable":true,"anonymous":false,"ownTenant":false},
  "risk.setSignalWeights": {"method":"PUT","path":"/risk/signal-weights","params":[],"input":"body","answer":"envelope","paged":false,"repeatable":true,"anonymous":false,"ownTenant":false},
  "autonomy.listContracts": {"method":"GET","path":"/autonomy/contracts","params":[],"input":"query","answer":"envelope","paged":true,"repeatable":true,"anonymous":false,"ownTenant":false},
  "autonomy.createContract": {"method":"POST","path":"/autonomy/contracts","params":[],"input":"body","answer":"envelope","paged":false,"repeatable":false,"anonymous":false,"ownTenant":false},
  "autonomy.updateContract": {"method":"PATCH","path":"/autonomy/contracts/{id}","params":["id"],"input":"body","answer":"envelope","paged":false,"repeatable":false,"anonymous":false,"ownTenant":false},
  "autonomy.disableContract": {"method":"DELETE","path":"/autonomy/contracts/{id}","params":["id"],"input":"none","answer":"nothing","paged":false,"repeatable":true,"anonymous":false,"ownTenant":false},
  "autonomy.violations": {"method":"GET","path":"/autonomy/violations","params":[],"input":"query","answer":"envelope","paged":true,"repeatable":true,"anonymous":false,"ownTenant":false},
  "autonomy.overrides": {"method":"GET","path":"/autonomy/overrides","params":[],"input":"query","answer":"envelope","paged":true,"repeatable":true,"anonymous":false,"ownTenant":false},
  "autoResponse.listPending": {"method":"GET","path":"/auto-response/pending","params":[],"input":"query","answer":"envelope","paged":true,"repeatable":true,"anonymous":false,"ownTenant":false},
  "autoResponse.approvePending": {"method":"POST","path":"/auto-response/pending/{key}/approve","params":["key"],"input":"body","answer":"envelope","paged":false,"repeatable":false,"anonymous":false,"ownTenant":false},
  "autoResponse.rejectPending": {"method":"POST","path":"/auto-response/pending/{key}/reject","params":["key"],"input":"body","answer":"envelope","paged":false,"repeatable":false,"anonymous":false,"ownTenant":false},
  "audit.list": {"method":"GET","path":"/audit/logs","params":[],"input":"query","answer":"envelope","paged":true,"repeatable":true,"anonymous":false,"ownTenant":false},
  "audit.search": {"method":"POST","path":"/audit/logs/search","params":[],"input":"body","answer":"envelope","paged":false,"repeatable":true,"anonymous":false,"ownTenant":false},
  "audit.verify": {"method":"GET","path":"/audit/logs/verify","params":[],"input":"query","answer":"envelope","paged":false,"repeatable":true,"anonymous":false,"ownTenant":false},
  "audit.explain": {"method":"GET","path":"/audit/logs/{audit_id}/explain","params":["audit_id"],"input":"none","answer":"envelope","paged":false,"repeatable":true,"anonymous":false,"ownTenant":false},
  "audit.receipt": {"method":"GET","path":"/audit/logs/{audit_id}/receipt","params":["audit_id"],"input":"none","answer":"envelope","paged":false,"repeatable":true,"anonymous":false,"ownTenant":false},
  "audit.billingGaps": {"method":"GET","path":"/audit/billing-gaps","params":[],"input":"none","answer":"envelope","paged":false,"repeatable":true,"anonymous":false,"ownTenant":false},
  "receipts.key": {"method":"GET","path":"/receipts/key","params":[],"input":"none","answer":"envelope","paged":false,"repeatable":true,"anonymous":true,"ownTenant":false},
  "receipts.get": {"method":"GET","path":"/receipts/{execution_id}","params":["execution_id"],"input":"none","answer":"envelope","paged":false,"repeatable":true,"anonymous":false,"ownTenant":false},
  "receipts.verify": {"method":"POST","path":"/receipts/verify","params":[],"input":"body","answer":"envelope","paged":false,"repeatable":true,"anonymous":false,"ownTenant":false},
  "transparency.keys": {"method":"GET","path":"/transparency/keys","params":[],"input":"none","answer":"envelope","paged":false,"repeatable":true,"anonymous":true,"ownTenant":false},
  "billing.summary": {"method":"GET","path":"/billing/summary","params":[],"input":"query","answer":"envelope","paged":false,"repeatable":true,"anonymous":false,"ownTenant":false},
  "billing.getRates": {"method":"GET","path":"/billing/rates","params":[],"input":"none","answer":"envelope","paged":false,"repeatable":true,"anonymous":false,"ownTenant":false},
  "billing.setRates": {"method":"PUT","path":"/billing/rates","params":[],"input":"body","answer":"envelope","paged":false,"repeatable":true,"anonymous":false,"ownTenant":false},
  "events.stream": {"method":"GET","path":"/events/stream","params":[],"input":"query","answer":"event-stream","paged":false,"repeatable":true,"anonymous":false,"ownTenant":false},
  "service.health": {"method":"GET","path":"/health","params":[],"input":"none","answer":"envelope","paged":false,"repeatable":true,"anonymous":true,"ownTenant":false},
  "service.systemHealth": {"method":"GET","path":"/system/health","params":[],"input":"none","answer":"envelope","paged":false,"repeatable":true,"anonymous":true,"ownTenant":false},
  "service.status": {"method":"GET","path":"/status","params":[],"input":"none","answer":"envelope","paged":false,"repeatable":true,"anonymous":true,"ownTenant":false},
  "service.metrics": {"method":"GET","path":"/metrics","params":[],"input":"none","answer":"text","paged":false,"repeatable":true,"anonymous":true,"ownTenant":false},
  "service.openapi": {"method":"GET","path":"/openapi.json","params":[],"input":"none","answer":"json","paged":false,"repeatable":true,"anonymous":true,"ownTenant":false},
};
