import { goQuote } from "../field/go-quote.ts";
import { checkLabel } from "../text/names.ts";

/** Says what keeps a Service from having these names, one line a fault; kube-apiserver demands a label of either. */
export function serviceFaults(service: string, namespace: string): readonly string[] {
  return [...faultsOf("service", service), ...faultsOf("namespace", namespace)];
}

/** Every name a Service is called by: the first is the one kube-apiserver verifies when it calls a webhook. */
export function serviceDnsNames(service: string, namespace: string): readonly string[] {
  const name = `${service}.${namespace}`;
  return [`${name}.svc`, `${name}.svc.cluster.local`, name, service];
}

function faultsOf(what: string, value: string): readonly string[] {
  return checkLabel(value).map((fault) => `${what} ${goQuote(value)}: ${fault}`);
}
