/** The first tenant and the platform administrator of a deployment, made before its control plane starts. */

export interface BootstrapOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly admin: { readonly email: string; readonly password: string };
}

export async function bootstrapDeployment(_options: BootstrapOptions): Promise<{ readonly tenantId: string }> {
  throw new Error("not yet");
}
