import assert from "node:assert/strict";
import { taskCalled } from "../../../src/platform/taskCalled.ts";

describe("the task of a name", () => {
  const npm = { name: "build", source: "npm" };
  const gulp = { name: "dist", source: "gulp" };
  const own = { name: "npm: dist", source: "Workspace" };

  it("is the one called so, or the one that VS Code shows so", () => {
    assert.equal(taskCalled([npm, gulp], "build"), npm);
    assert.equal(taskCalled([gulp, npm], "npm: build"), npm);
    assert.equal(taskCalled([{ name: "dist", source: "npm" }, own], "npm: dist"), own, "its own name goes first");
  });

  it("is no other one", () => {
    for (const name of ["npm:build", "gulp: build", "npm: ", "", "npm"])
      assert.equal(taskCalled([npm, gulp], name), undefined);
  });
});
