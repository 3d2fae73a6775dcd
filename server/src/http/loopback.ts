const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Whether a host name, as the WHATWG URL has it, means this machine. */
export function isLoopback(hostname: string): boolean {
  return loopback.test(hostname);
}
