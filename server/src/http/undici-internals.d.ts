/**
 * The package's entry sets the process-wide fetch dispatcher when it is imported, and carries a
 * browser's worth of fetch, caches and mocks. These files of it do neither.
 */
declare module 'undici/lib/dispatcher/agent.js' {
  import type { Agent } from 'undici';
  const agent: typeof Agent;
  export default agent;
}
declare module 'undici/lib/dispatcher/proxy-agent.js' {
  import type { ProxyAgent } from 'undici';
  const proxyAgent: typeof ProxyAgent;
  export default proxyAgent;
}
declare module 'undici/lib/dispatcher/dispatcher.js' {
  import type { Dispatcher } from 'undici';
  const dispatcher: typeof Dispatcher;
  export default dispatcher;
}
/** The methods `request`, `connect`, … that the package's entry gives to every dispatcher. */
declare module 'undici/lib/api/index.js' {
  const methods: Readonly<Record<string, unknown>>;
  export default methods;
}
