/** Writes a wiki query as PHP. */
import texts from '../../catalogue/messages/query-code.json' with { type: 'json' };
import { wordingOf } from '#shared/base/text/wording.ts';
import { codeOf, type Part } from './code-lines.ts';
import { phpText } from './literals.ts';
import { countedMembers, rowsIn, secretVariable, type WikiSample } from './wiki-sample.ts';

const say = wordingOf(texts);

/** A script for PHP 8.1 or later with its curl extension. */
export function php(sample: WikiSample): string {
  const { limits, post } = sample;
  return codeOf(
    '<?php',
    '',
    `const API = ${phpText(sample.api)};`,
    !sample.hasContact && `// ${say('contact')}`,
    `const USER_AGENT = ${phpText(sample.userAgent)};`,
    '$parameters = [',
    ...sample.parameters.map(([name, value]) => `    ${phpText(name)} => ${phpText(value)},`),
    ...sample.secrets.map(name => `    ${phpText(name)} => getenv('${secretVariable(name)}'),`),
    '];',
    `// ${say('limit')}`,
    `const LIMITS = [${limits.map(([table, rows]) => `${phpText(table)} => ${rows}`).join(', ')}];`,
    '',
    `/** ${say('busy')} */`,
    'function send(array $parameters): array {',
    '    $form = http_build_query($parameters);',
    '    for ($attempt = 0; $attempt < 10; $attempt++) {',
    '        $wait = null;',
    post
      ? '        $handle = curl_init(API);'
      : `        $handle = curl_init(API . '${sample.api.includes('?') ? '&' : '?'}' . $form);`,
    '        curl_setopt_array($handle, [',
    post && '            CURLOPT_POSTFIELDS => $form,',
    '            CURLOPT_USERAGENT => USER_AGENT,',
    "            CURLOPT_ENCODING => '',",
    '            CURLOPT_RETURNTRANSFER => true,',
    '            CURLOPT_HEADERFUNCTION => function ($handle, $header) use (&$wait) {',
    "                if (preg_match('/^Retry-After:\\s*(\\S.*)/i', $header, $found)) {",
    '                    $wait = (int) $found[1] ?: 5;',
    '                }',
    '                return strlen($header);',
    '            },',
    '        ]);',
    '        $body = curl_exec($handle);',
    '        if ($body === false) {',
    '            throw new RuntimeException(curl_error($handle));',
    '        }',
    '        if ($wait === null) {',
    '            break;',
    '        }',
    '        sleep($wait);',
    '    }',
    '    $answer = json_decode($body, true, 512, JSON_THROW_ON_ERROR);',
    "    if (isset($answer['errors'])) {",
    "        throw new RuntimeException(json_encode($answer['errors']));",
    '    }',
    '    return $answer;',
    '}',
    '',
    merging(sample),
    '',
    "$result = query(fn($continuation) => send($continuation + $parameters + ['maxlag' => '5']));",
    'echo json_encode($result, JSON_PRETTY_PRINT | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES), "\\n";',
  );
}

/** The functions that merge continued responses, like our own run. */
function merging({ limits, untilAll }: WikiSample): Part {
  const { group, inner } = countedMembers(limits);
  const uncut = limits.filter(([table]) => rowsIn(table).kind !== 'rows').map(([table]) => phpText(table));
  const isSpecial = group !== undefined || inner !== undefined;
  return [
    `/** ${say('joined')} */`,
    'function joined(mixed $earlier, mixed $later): mixed {',
    '    if (!is_array($earlier) || !is_array($later)) {',
    '        return $later;',
    '    }',
    '    if (array_is_list($earlier) && array_is_list($later)) {',
    '        return array_merge($earlier, $later);',
    '    }',
    '    foreach ($later as $name => $value) {',
    '        $earlier[$name] = joined($earlier[$name] ?? null, $value);',
    '    }',
    '    return $earlier;',
    '}',
    '',
    isSpecial && [
      `/** ${say('size')} */`,
      'function size(array $rows): int {',
      inner !== undefined && [
        `    if (isset($rows['${inner}'])) {`,
        `        return count($rows['${inner}']);`,
        '    }',
      ],
      group === undefined
        ? '    return array_is_list($rows) ? count($rows) : 0;'
        : `    return array_sum(array_map(fn($row) => count($row['${group}'] ?? [$row]), $rows));`,
      '}',
      '',
    ],
    `/** ${say('result')} */`,
    'function query(callable $ask): array {',
    '    [$result, $pages, $batch, $continuation] = [[], [], [], []];',
    '    while (true) {',
    '        $answer = $ask($continuation);',
    "        foreach ($answer['query'] ?? [] as $name => $value) {",
    "            if ($name !== 'pages') {",
    '                $result[$name] = joined($result[$name] ?? null, $value);',
    '                continue;',
    '            }',
    '            foreach ($value as $page) {',
    "                $key = $page['pageid'] ?? ($page['ns'] ?? '') . ':' . ($page['title'] ?? '');",
    '                $batch[$key] = joined($batch[$key] ?? null, $page);',
    '            }',
    '        }',
    "        if (!empty($answer['batchcomplete']) || !isset($answer['continue'])) {",
    '            array_push($pages, ...array_values($batch));',
    '            $batch = [];',
    '        }',
    '        if ($pages) {',
    "            $result['pages'] = $pages;",
    '        }',
    '        $full = [];',
    '        foreach (LIMITS as $name => $rows) {',
    `            $full[] = ${isSpecial ? 'size' : 'count'}($result[$name] ?? []) >= $rows;`,
    '        }',
    `        $isEnough = !$batch && ${untilAll ? '$full && !in_array(false, $full, true)' : 'in_array(true, $full, true)'};`,
    "        if (!isset($answer['continue']) || $isEnough) {",
    '            break;',
    '        }',
    "        $continuation = $answer['continue'];",
    '    }',
    '    foreach (LIMITS as $name => $rows) {',
    `        if (isset($result[$name])${uncut.length > 0 ? ` && !in_array($name, [${uncut.join(', ')}], true)` : ''}) {`,
    '            $result[$name] = array_slice($result[$name], 0, $rows);',
    '        }',
    '    }',
    '    return $result;',
    '}',
  ];
}
