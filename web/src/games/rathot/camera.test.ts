import { describe, expect, it } from "vitest";
import { Camera } from "./camera.svelte";

/** What is seen, in squares. */
function seen(camera: Camera) {
  const [rows, cols] = [camera.height / camera.scale / 2, camera.width / camera.scale / 2];
  return { top: camera.row - rows, bottom: camera.row + rows, left: camera.col - cols, right: camera.col + cols };
}

function cameraOf(width: number, height: number): Camera {
  const camera = new Camera();
  camera.width = width;
  camera.height = height;
  return camera;
}

const UPRIGHT = [-1, 0, 1].map((row) => ({ row: 7 + row, col: -6 }));

describe("what a hint points at", () => {
  it("comes into sight though somebody has moved the table", () => {
    const camera = cameraOf(380, 200);
    camera.zoom(1.7);
    camera.pan(200, 200);
    camera.reveal(UPRIGHT);
    const { top, bottom, left, right } = seen(camera);
    expect([top <= 5.5, bottom >= 8.5, left <= -6.5, right >= -5.5]).toEqual([true, true, true, true]);
    expect(camera.isFollowing).toBe(false);
  });

  it("comes into sight where all cards are too many for the room", () => {
    const camera = cameraOf(300, 60);
    const far = [-9, 9].map((row) => ({ row, col: 0 }));
    camera.fit([...far, ...UPRIGHT], 31, false);
    camera.reveal(UPRIGHT);
    const { top, bottom } = seen(camera);
    expect([top <= 5.5, bottom >= 8.5]).toEqual([true, true]);
  });

  it("moves nothing that is in sight already", () => {
    const camera = cameraOf(400, 400);
    camera.fit([{ row: -8, col: -8 }, { row: 8, col: 8 }], 31, false);
    const before = [camera.row, camera.col, camera.scale];
    camera.reveal(UPRIGHT);
    expect([camera.row, camera.col, camera.scale]).toEqual(before);
  });
});
