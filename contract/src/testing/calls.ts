import { expect } from 'vitest';
import type { Endpoint } from '../index.ts';
import { fieldsOf } from './parts.ts';

/** For tests: a call as the specification describes it. */
export interface SpecifiedCall {
  /** the IDs of its requirements */
  id: string;
  call: Endpoint;
  method: string;
  /** the path, with parameters in braces */
  path: string;
  /** the required fields; the call may have more */
  query?: string[];
  body?: string[];
  reply?: string[] | 'bytes';
}

export const FS1 = '/api/v1/services/file-system';
export const FS2 = '/api/v2/services/file-system';
/** The fields of every page of a list. */
export const PAGE = ['content', 'totalElements'];

const PARAMETER = /\{(\w+)\}/g;

/** For tests: expects the method, path, input fields and reply fields of a call to match the specification. */
export function expectAsSpecified({ call, method, path, query = [], body = [], reply = [] }: SpecifiedCall) {
  expect({ method: call.method, path: call.path }).toEqual({
    method,
    path: path.replaceAll(PARAMETER, ':$1'),
  });
  const parameters = Array.from(path.matchAll(PARAMETER), ([, name = '']) => name);
  expect(fieldsOf(call.params).toSorted()).toEqual(parameters.toSorted());
  expect(fieldsOf(call.query)).toEqual(expect.arrayContaining(query));
  expect(fieldsOf(call.body)).toEqual(expect.arrayContaining(body));
  expect(call.reply).toBe(reply === 'bytes' ? 'bytes' : 'envelope');
  if (reply !== 'bytes') expect(fieldsOf(call.data)).toEqual(expect.arrayContaining(reply));
}
