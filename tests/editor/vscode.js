// VS Code's own protocol library against `osaca lsp`: node vscode.js PACKAGE OSACA PROJECT
"use strict";
const [, , packageFolder, osaca, root] = process.argv;
const assert = require("assert");
const childProcess = require("child_process");
const fs = require("fs");
const path = require("path");
const url = require("url");
const lsp = require(path.join(packageFolder, "node.js"));

const uriOf = (file) => url.pathToFileURL(file).toString();

async function main() {
  const server = childProcess.spawn(osaca, ["lsp", "--stdio"], { cwd: "/" });
  server.stderr.on("data", (text) => { throw new Error("on standard error: " + text); });
  const connection = lsp.createProtocolConnection(new lsp.StreamMessageReader(server.stdout), new lsp.StreamMessageWriter(server.stdin));
  connection.onError((problem) => { throw problem; });
  connection.onUnhandledNotification((message) => { throw new Error("not asked for: " + message.method); });

  let published;
  const diagnostics = new Promise((resolve) => connection.onNotification(lsp.PublishDiagnosticsNotification.type, (params) => {
    published = params;
    if (params.diagnostics.length > 0) resolve();
  }));
  const token = new Promise((resolve) => connection.onRequest(lsp.WorkDoneProgressCreateRequest.type, (params) => { resolve(params.token); }));
  const steps = [];
  const refreshed = new Promise((resolve) => connection.onRequest(lsp.InlayHintRefreshRequest.type, () => { resolve(); }));
  connection.onNotification(lsp.LogMessageNotification.type, () => {});
  connection.onNotification(lsp.ShowMessageNotification.type, (params) => { throw new Error(params.message); });
  connection.listen();

  const { capabilities } = await connection.sendRequest(lsp.InitializeRequest.type, {
    processId: process.pid, rootUri: uriOf(root), workspaceFolders: [{ uri: uriOf(root), name: "project" }],
    capabilities: {
      general: { positionEncodings: ["utf-16"] }, window: { workDoneProgress: true }, workspace: { inlayHint: { refreshSupport: true } },
      textDocument: { hover: { contentFormat: ["markdown", "plaintext"] }, publishDiagnostics: { relatedInformation: true } },
    },
  });
  assert.strictEqual(capabilities.textDocumentSync.change, lsp.TextDocumentSyncKind.Incremental);
  await connection.sendNotification(lsp.InitializedNotification.type, {});
  const file = path.join(root, "loops.c");
  const text = fs.readFileSync(file, "utf8");
  const textDocument = { uri: uriOf(file) };
  await connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, { textDocument: { ...textDocument, languageId: "c", version: 1, text } });
  connection.onProgress(lsp.WorkDoneProgress.type, await token, (step) => steps.push(step.kind));
  await Promise.all([diagnostics, refreshed]);

  const lines = text.split("\n");
  for (const one of published.diagnostics) {
    assert(lsp.Diagnostic.is(one), JSON.stringify(one));
    assert(one.range.start.line === one.range.end.line && one.range.end.character <= lines[one.range.start.line].length); // JavaScript counts UTF-16, too
    for (const place of one.relatedInformation || []) assert(lsp.DiagnosticRelatedInformation.is(place));
  }
  const all = lsp.Range.create(0, 0, lines.length, 0);
  const hints = await connection.sendRequest(lsp.InlayHintRequest.type, { textDocument, range: all });
  assert(hints.length >= 2);
  for (const hint of hints) {
    assert(lsp.InlayHint.is(hint), JSON.stringify(hint));
    assert.strictEqual(hint.position.character, lines[hint.position.line].length);
    assert(/\bfor \(/.test(lines[hint.position.line]));
    const hover = await connection.sendRequest(lsp.HoverRequest.type, { textDocument, position: hint.position });
    assert(lsp.Hover.is(hover) && lsp.MarkupContent.is(hover.contents), JSON.stringify(hover));
    assert(/cycles per iteration/.test(hover.contents.value));
  }

  // Cancelling as the library does it: the answer is there already, or the request is cancelled.
  const source = new lsp.CancellationTokenSource();
  const asked = connection.sendRequest(lsp.HoverRequest.type, { textDocument, position: hints[0].position }, source.token);
  source.cancel();
  await asked.then((hover) => assert(lsp.Hover.is(hover)), (problem) => assert.strictEqual(problem.code, lsp.LSPErrorCodes.RequestCancelled));
  await assert.rejects(connection.sendRequest("textDocument/definition", { textDocument, position: hints[0].position }),
                       (problem) => problem.code === lsp.ErrorCodes.MethodNotFound);

  await connection.sendRequest(lsp.ShutdownRequest.type);
  const ended = new Promise((resolve) => server.on("exit", resolve));
  await connection.sendNotification(lsp.ExitNotification.type);
  assert.strictEqual(await ended, 0);
  assert.strictEqual(steps[steps.length - 1], "end", "progress: " + steps);
  console.log("VS Code's library: good");
}

process.on("unhandledRejection", (problem) => { console.error(problem); process.exit(1); });
setTimeout(() => { console.error("nothing more came in a minute"); process.exit(1); }, 60000).unref();
main();
