import * as z from 'zod';
import { optional, withDefault } from './kinds.ts';

/** NODES-11: where traces are sent. The names of the settings are those of OpenTelemetry. */
export interface TracesConfig {
  traces: {
    /** address of an OTLP collector without a slash at the end; null: no traces */
    endpoint: string | null;
    headers: Record<string, string>;
    /** the part of traces that is sent */
    ratio: number;
  };
}

const HEADERS = /^([\w-]+=[^,]*)(,[\w-]+=[^,]*)*$/;

/** Whether all values are percent-encoded as OpenTelemetry writes them. */
function isEncoded(text: string): boolean {
  try {
    return decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
}

export const tracesSchema = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
    {
      description: 'Collector of traces by OTLP over HTTP (OpenTelemetry)',
      whenUnset: 'no traces',
      example: 'http://127.0.0.1:4318',
    },
  ),
  OTEL_EXPORTER_OTLP_HEADERS: optional(
    z
      .string()
      .regex(HEADERS, 'must be name=value, separated by commas')
      .refine(isEncoded, 'must be percent-encoded'),
    {
      description: 'Headers of each request to it, such as a token',
      whenUnset: 'none',
      example: 'authorization=Bearer%20a-long-random-text',
    },
  ),
  OTEL_TRACES_SAMPLER_ARG: withDefault(
    z.coerce.number('must be a number').min(0, 'must be 0 or more').max(1, 'must be at most 1'),
    1,
    { description: 'The part of requests and jobs whose traces are sent, 0 to 1' },
  ),
});

export function tracesConfig(settings: z.infer<typeof tracesSchema>): TracesConfig {
  return {
    traces: {
      endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
      headers: headersOf(settings.OTEL_EXPORTER_OTLP_HEADERS),
      ratio: settings.OTEL_TRACES_SAMPLER_ARG,
    },
  };
}

/** @param text as OpenTelemetry writes it: values are percent-encoded */
function headersOf(text = ''): Record<string, string> {
  const pairs =
    text === ''
      ? []
      : text.split(',').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]);
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, decodeURIComponent(value)]));
}
