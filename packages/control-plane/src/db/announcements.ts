// How listeners hear of control changes inside this process. What carries them between replicas is the dialect's.

export interface Announcements {
  /** Tells this process; other processes are told by `notify`. */
  announce(tenantId: string): Promise<void>;
  listen(listener: (tenantId: string) => void): () => void;
  close(): Promise<void>;
}

/** Announcements of one process alone. */
export function announceLocally(): Announcements {
  const listeners = new Set<(tenantId: string) => void>();
  return {
    announce: async (tenantId) => {
      for (const listener of [...listeners]) listener(tenantId);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => listeners.clear(),
  };
}
