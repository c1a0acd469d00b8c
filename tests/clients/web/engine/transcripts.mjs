// Reads and plays transcripts; clients/shared/connection/transcript.hpp describes them.

import {readFileSync, readdirSync} from 'node:fs';
import {join} from 'node:path';

/** Parses a line as a step; null for comments. */
function stepOf(raw, number) {
  const line = raw.trimEnd();
  if (raw.startsWith('> ')) return {kind: 'send', text: raw.slice(2), number};
  if (line === '>') return {kind: 'send', text: '', number};
  if (line === '$ end') return {kind: 'end', number};
  if (line === '...') return {kind: 'skip', number};
  return line === '' || line.startsWith('#') ? null : {kind: 'expect', text: line, number};
}

function transcript(name, setting, lines, first) {
  const steps = lines.map((line, i) => stepOf(line, first + i)).filter((step) => step !== null);
  const words = setting.split(/\s+/).filter((word) => word && word !== 'interactive');  // all are played line by line
  return {name, words, steps};
}

/** The transcripts in tests/transcripts, and in code blocks of documents. */
export function allTranscripts(source, pages) {
  const found = [];
  for (const file of readdirSync(join(source, 'tests/transcripts')).filter((name) => name.endsWith('.txt')).sort()) {
    const lines = readFileSync(join(source, 'tests/transcripts', file), 'utf8').split('\n');
    found.push(transcript(file, lines.find((line) => line.startsWith('#!'))?.slice(2) ?? '', lines, 1));
  }
  for (const page of pages) {
    const lines = readFileSync(join(source, page), 'utf8').split('\n');
    lines.forEach((line, i) => {
      const opening = '```transcript';
      if (!line.startsWith(opening)) return;
      const end = lines.findIndex((other, j) => j > i && other.startsWith('```'));
      found.push(transcript(`${page}:${i + 1}`, line.slice(opening.length), lines.slice(i + 1, end), i + 2));
    });
  }
  return found;
}

export function matches(pattern, line) {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(line);
}

/** Plays a transcript; returns a fault, or ''. */
export async function play(transcript, engine) {
  const heard = [];
  let skipping = false;
  const next = async () => {
    const line = await engine.line();
    if (line !== null) heard.push(line);
    return line?.trimEnd() ?? null;
  };
  for (const step of transcript.steps) {
    if (step.kind === 'send') {
      engine.say(step.text);
      heard.push(`> ${step.text}`);
    } else if (step.kind === 'skip') {
      skipping = true;
    } else if (step.kind === 'end') {
      engine.end();
    } else {
      let line;
      do line = await next();
      while (line !== null && skipping && !matches(step.text, line));
      if (line === null || !matches(step.text, line))
        return `${transcript.name}, line ${step.number}: expected: ${step.text}\nafter:\n${heard.join('\n')}`;
      skipping = false;
    }
  }
  engine.end();
  for (let line; (line = await next()) !== null; )
    if (!skipping && !line.startsWith('info ')) return `${transcript.name}: more came than was written down:\n${heard.join('\n')}`;
  return engine.closed ? '' : `${transcript.name}: the session does not end\n${heard.join('\n')}`;
}
